import Testing
import Time

@testable import Rules

@Suite("Patterns")
struct RegexSourceTests {
    @Test(
        "named groups are written as RE2 reads them, and nothing else is touched",
        arguments: [
            ("(?<a>x)(?P<b>y)(?:z)", "(?P<a>x)(?P<b>y)(?:z)"), ("\\(?<a>", "\\(?<a>"), ("[(?<a>]", "[(?<a>]"),
            ("\\Q(?<a>\\E(?<b>)", "\\Q(?<a>\\E(?P<b>)"), ("(?<=x)", "(?<=x)"), ("(?<!x)", "(?<!x)"),
            ("[]](?<a>)", "[]](?P<a>)"), ("[^]](?<a>)", "[^]](?P<a>)"), ("[[:alpha:](?<x>]", "[[:alpha:](?<x>]"),
            ("e\u{301}(?<a>)", "é(?P<a>)"),
        ])
    func rewriting(pattern: String, rewritten: String) {
        #expect(RegexSource(pattern).rewritten == Array(rewritten.utf8))
    }

    @Test("it tells its groups, and whether it matches the empty text")
    func questions() {
        #expect(RegexSource("(?<url>a)(b)(?P<n>c)?").groups == ["url", "n"])
        #expect(RegexSource("(").groups == [])
        #expect(RegexSource("a*").matchesEmpty)
        #expect(RegexSource("^$").matchesEmpty)
        #expect(!RegexSource("a+").matchesEmpty)
        #expect(!RegexSource("(").matchesEmpty)
    }

    /// The pattern with the place of its fault in brackets, and the message.
    @Test(
        "faults are found at their place",
        arguments: [
            ("a⟦(⟧b", "openGroup: this ( is never closed"), ("a⟦(?<n>⟧b(c)", "openGroup: this ( is never closed"),
            ("a⟦)⟧b", "strayParenthesis: this ) closes nothing"),
            ("a(?i)⟦)⟧", "strayParenthesis: this ) closes nothing"),
            ("x⟦[⟧ab", "openSet: this [ is never closed"), ("x⟦\\y⟧", "badEscape: \"\\y\" is no escape that RE2 knows"),
            ("(a)⟦\\1⟧", "backReference: \"\\1\" refers back to a group, which RE2 cannot do"),
            ("ab⟦\\⟧", "trailingBackslash: the pattern ends in a backslash"),
            ("⟦*⟧a", "nothingToRepeat: there is nothing that \"*\" could repeat"),
            ("(a|⟦+⟧)", "nothingToRepeat: there is nothing that \"+\" could repeat"),
            ("a⟦{2000}⟧", "badCount: \"{2000}\" is no count that RE2 allows"),
            ("a⟦{3,2}⟧", "badCount: \"{3,2}\" is no count that RE2 allows"),
            ("a⟦**⟧", "doubleRepetition: \"**\" repeats a repetition"),
            ("[⟦z-a⟧]", "badRange: the range \"z-a\" runs backwards"),
            ("a⟦(?=⟧b)", "lookAround: \"(?=\" looks around, which RE2 cannot do"),
            ("(?<x>a)⟦(?<!⟧b)", "lookAround: \"(?<!\" looks around, which RE2 cannot do"),
            ("(?<k>x)⟦(?<a b>⟧y)", "badName: \"(?P<a b>\" is no named group"),
            ("((((a⟦{100}⟧){100}){100}){100})", "badCount: \"{100}\" is no count that RE2 allows"),
            ("⟦(\\pL{500}){2}⟧", "tooLarge: the pattern is too large to compile"),
            ("[⟦[:word2:]⟧]", "badSet: \"[:word2:]\" is no set of characters"),
            ("⟦\\pX⟧", "badSet: \"\\pX\" is no set of characters"),
        ])
    func faults(marked: String, message: String) {
        let bytes = Array(marked.utf8)
        let open = Array("⟦".utf8)
        let pattern = marked.filter { $0 != "⟦" && $0 != "⟧" }
        let lower = bytes.indices.first { bytes[$0...].starts(with: open) } ?? 0
        let upper = (bytes.indices.first { bytes[$0...].starts(with: Array("⟧".utf8)) } ?? 0) - open.count
        let fault = RegexSource.check(pattern, exact: false)
        #expect(fault.map { "\($0.code): \($0.message)" } == message)
        #expect(fault?.range == lower..<upper)
    }

    @Test(
        "good patterns have no fault",
        arguments: ["", "a|b", "\\pL+", "(?i)x", "\\x{1F44D}", "[[:alpha:]]", "a{1,1000}", "(?s).*"])
    func good(pattern: String) {
        #expect(RegexSource.check(pattern, exact: false) == nil)
        #expect(RegexSource.check(pattern, exact: true) == nil)
    }

    @Test("captures are the text's own, of the groups that took part")
    func captures() throws {
        let regex = try CompiledRegex(RegexSource("(?<a>x+)|(?<b>é+)(?<c>z?)"), exact: false)
        var captures: [String: String] = [:]
        regex.addCaptures(of: Array("-ÉéÉ-".utf8).span, to: &captures)
        #expect(captures == ["b": "ÉéÉ", "c": ""])
        // Of several groups of one name it is the one that took part.
        let twice = try CompiledRegex(RegexSource("(?<n>a)|(?<n>b)"), exact: false)
        #expect(RegexSource("(?<n>a)|(?<n>b)").groups == ["n"])
        twice.addCaptures(of: Array("b".utf8).span, to: &captures)
        #expect(captures.removeValue(forKey: "n") == "b")
        regex.addCaptures(of: Array("nothing".utf8).span, to: &captures)
        #expect(captures.count == 2)
    }

    @Test("more groups than fit on the stack are captured too")
    func manyGroups() throws {
        let pattern = (0..<20).map { "(?<g\($0)>.)" }.joined()
        let regex = try CompiledRegex(RegexSource(pattern), exact: true)
        var captures: [String: String] = [:]
        regex.addCaptures(of: Array("abcdefghijklmnopqrst".utf8).span, to: &captures)
        #expect(captures["g0"] == "a" && captures["g19"] == "t")
    }

    // MARK: Costs

    @Test("a pattern that cannot be slow is never run")
    func cheap() {
        var runs = 0
        let fault = RegexSource.check("^/pic (?<url>https?://\\S+)$", exact: false) { work in
            runs += 1
            return .seconds(1)
        }
        #expect(fault == nil)
        #expect(runs == 0)
    }

    @Test("a pattern that takes over 5 ms each time is refused, and says how long it took")
    func slow() {
        let fault = RegexSource.check("(x.{0,200}){4}y", exact: false) { work in
            work()
            return .milliseconds(9)
        }
        #expect(fault?.code == .tooSlow)
        #expect(fault?.message == "the pattern takes 9 ms on 4000 characters, and may take 5")
    }

    @Test("one slow run out of three is the machine's, not the pattern's")
    func unlucky() {
        var runs = 0
        let fault = RegexSource.check("(x.{0,200}){4}y", exact: false) { _ in
            runs += 1
            return runs % 2 == 1 ? .milliseconds(50) : .milliseconds(4)
        }
        #expect(fault == nil)
    }

    // MARK: Required literals

    @Test(
        "a text without them cannot match",
        arguments: [
            ("abc", [["abc"]]), ("foo.*bar", [["bar"], ["foo"]]),
            ("(eur|usd) \\d+", [["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"], ["eur ", "usd "]]),
            ("\\pN+", []), ("a*", []), ("(?i)İx", [["İx"]]), ("K+s", [["k"], ["s"]]), ("(a|.*)", []), ("^$", []),
            ("[a-z]+@[a-z]+", [["@"]]),
        ])
    func required(pattern: String, lists: [[String]]) throws {
        let regex = try CompiledRegex(RegexSource(pattern), exact: false)
        let got = regex.required.map { $0.map { String(decoding: $0, as: UTF8.self) }.sorted() }
        #expect(got.sorted { $0[0] < $1[0] } == lists)
    }

    @Test("an exact pattern's literals are trimmed, for the text that they are sought in is")
    func requiredExact() throws {
        let regex = try CompiledRegex(RegexSource(" Foo "), exact: true)
        #expect(regex.required == [[Array("foo".utf8)]])
        #expect(try CompiledRegex(RegexSource("   "), exact: true).required == [])
    }
}
