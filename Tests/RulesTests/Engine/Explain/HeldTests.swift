import Testing
import Time

@testable import Rules

@Suite("The conditions by which a rule fires")
struct HeldTests {
    private static func lines(_ condition: Condition, _ occurrence: Occurrence) throws -> [String] {
        let bench = try Bench([Rule("r", on: occurrence.trigger, when: condition)]) {
            $0.variables = [Variable(name: "n", start: .number(3), place: nowhere)]
            $0.states = ["asking"]
        }
        let trace = bench.trace(occurrence).rules[0]
        guard case .fired = trace.verdict else { return ["it does not fire"] }
        return trace.held.map { "\($0.condition) \($0.wanted)" + ($0.saw.map { ", saw \($0)" } ?? "") }
    }

    @Test(
        "are told with what they saw",
        arguments: [
            (.text(.equals("hi")), "Hi", [#"text.equals "hi", saw "Hi""#]),
            // What was seen is not told once more where it is just what was wanted.
            (.text(.equals("hi")), "hi", [#"text.equals "hi""#]),
            (.text(.anyOf(["hello", "hi"])), " Hi ", [#"text.any_of "hi", saw "Hi""#]),
            (.text(.containsAny(["x", "open"])), "When open?", [#"text.contains_any "open", saw "When open?""#]),
            (
                .text(.containsAny((0..<20).map { "w\($0)" })), "a w7 b", [#"text.contains_any "w7", saw "a w7 b""#]
            ),
            (.text(.words(["b", "a"])), "is a", [#"text.words "a", saw "is a""#]),
            (.text(.startsWith(["b", "a"])), "ab", [#"text.starts_with "a", saw "ab""#]),
            (.text(.endsWith(["b", "a"])), "ba", [#"text.ends_with "a", saw "ba""#]),
            (.text(.glob(["b*", "a*"])), "ab", [#"text.glob "a*", saw "ab""#]),
            (.text(.regex(["^b", "^a"])), "ab", [#"text.regex "^a", saw "ab""#]),
            (
                .text(.longerThan(1), .contains("b")), "ab",
                [#"text.longer_than more than 1 character, saw "ab""#, #"text.contains "b""#]
            ),
            (
                Condition(.not(.text(.contains("x")))), "a",
                [#"not.text.contains "x", saw "a""#]
            ),
            (
                Condition(.any([.text(.contains("x")), .text(.contains("a"))])), "a b",
                [#"any.text.contains "a", saw "a b""#]
            ),
            (
                Condition(
                    .all([.text(.contains("a")), Condition(.variable("n", .number(NumberComparison(atLeast: 2))))])),
                "a b", [#"text.contains "a", saw "a b""#, "var.n at least 2, saw 3"]
            ),
            (
                Condition(.time(TimeWindow(from: 540, to: 660))), "a",
                ["time from 09:00 to 11:00, saw 10:00 on sun"]
            ),
        ] as [(Condition, String, [String])])
    func told(_ condition: Condition, _ text: String, _ lines: [String]) throws {
        #expect(try Self.lines(condition, .message(text)) == lines)
    }

    @Test("of a prompt are its kind, its labels and its command")
    func prompt() throws {
        var event = Occurrence(.prompt)
        event.kind = "exec_approval"
        event.options = [.init(id: "once", label: "Once"), .init(id: "deny", label: "No")]
        event.command = .text("ls $(x)")
        func lines(_ test: Condition.Test) throws -> [String] { try Self.lines(Condition(test), event) }
        #expect(try lines(.word(.kind, ["exec_approval"])) == [#"kind "exec_approval""#])
        #expect(try lines(.text(.label, .tests([.equals("no")]))) == [#"label.equals "no", saw "No""#])
        let unclear = try lines(.command(CommandCondition(unclear: true)))
        #expect(unclear.count == 1 && unclear[0].hasPrefix("command.unclear true, saw unclear ("))
    }

    @Test("are told of a dialogue's rule too, cut to fit a line, and left out of what does not fire")
    func text() throws {
        var bench = try Bench([
            Rule("long", when: .text(.contains("a"))), Rule("other", when: .text(.contains("b"))),
        ])
        let trace = bench.trace(.message(String(repeating: "ab ", count: 30)))
        #expect(
            trace.text(path: "bot.json") == #"""
                  ✓ long   bot.json:1  fires
                           when text.contains "a", saw "ab ab ab ab ab ab ab ab ab a…
                  ○ other  bot.json:1  matches, but "long" came first

                """#)
        #expect(trace.rules[1].held == [])
        _ = bench.fired("a")
        var json: [UInt8] = []
        trace.json(into: &json)
        #expect(
            String(decoding: json, as: UTF8.self).contains(
                #""held":[{"condition":"text.contains","line":1,"column":1,"wanted":"\"a\"","saw":"\"ab ab"#))
    }
}
