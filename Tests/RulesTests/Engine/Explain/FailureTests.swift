import Testing
import Time

@testable import Rules

@Suite("The first condition that failed")
struct FailureTests {
    private static func failure(_ condition: Condition, _ occurrence: Occurrence) throws -> Failure? {
        let bench = try Bench([Rule("r", on: occurrence.trigger, when: condition)]) {
            $0.variables = [Variable(name: "n", start: .number(3), place: nowhere)]
            $0.states = ["asking"]
        }
        guard case .failed(let failure) = bench.trace(occurrence).rules[0].verdict else { return nil }
        return failure
    }

    private static func shown(_ failure: Failure?) -> String {
        guard let failure else { return "matches" }
        let others = failure.others == 0 ? "" : " (\(failure.others) more)"
        return failure.summary + (failure.change.map { "; \($0)" } ?? "") + others
    }

    @Test(
        "is shown with what it wanted, what it saw, and what would help",
        arguments: [
            (.text(.equals("hi")), "hello", #"text.equals wants "hi", saw "hello"; write "hi""#),
            (
                .text(.equals("Hi"), exact: true), "hi",
                #"text.equals wants "Hi", saw "hi"; leave "exact" away: only case or the space around it differs"#
            ),
            (
                .text(.anyOf(["help", "weather"])), "wether",
                #"text.any_of wants "help" or "weather", saw "wether"; write "weather""#
            ),
            (
                .text(.anyOf(["a", "b", "c", "d", "e"])), "xyzzy",
                #"text.any_of wants "a", "b", "c" or 2 more, saw "xyzzy""#
            ),
            (.text(.contains("x")), " a ", #"text.contains wants "x", saw "a"; add "x""#),
            (.text(.containsAny(["x", "y"])), "a", #"text.contains_any wants "x" or "y", saw "a"; add "x""#),
            (.text(.containsAll(["a", "y"])), "a", #"text.contains_all wants "a" and "y", saw "a"; add "y""#),
            (.text(.startsWith(["b"])), "a", #"text.starts_with wants "b", saw "a"; put "b" at the start"#),
            (.text(.endsWith(["a"])), "ab", #"text.ends_with wants "a", saw "ab"; "a" is in it, but not at the end"#),
            (.text(.words(["b"])), "a", #"text.words wants "b", saw "a"; add the word "b""#),
            (.text(.glob(["b*"])), "a", #"text.glob wants "b*", saw "a""#),
            (.text(.regex(["^b"])), "a", #"text.regex wants "^b", saw "a"; put "b" at the start"#),
            (
                .text(.regex(["order \\d+"])), "x",
                #"text.regex wants "order \\d+", saw "x"; "order " must be in it, and that alone is not enough"#
            ),
            (
                .text(.regex(["^/pic (\\S+)$"])), "a",
                #"text.regex wants "^/pic (\\S+)$", saw "a"; put "/pic " at the start"#
            ),
            (.text(.regex(["^now$"])), "a", #"text.regex wants "^now$", saw "a"; write "now""#),
            (.text(.regex(["^\\d+$"])), "a", #"text.regex wants "^\\d+$", saw "a""#),
            (
                .text(.regex(["(?:red|blue)s"])), "x",
                #"text.regex wants "(?:red|blue)s", saw "x"; add "blues" or "reds""#
            ),
            (
                .text(.regex(["(?:order|parcel) \\d+"])), "order x",
                #"text.regex wants "(?:order|parcel) \\d+", saw "order x""#
            ),
            // Of a list the entry that is nearest.
            (
                .text(.containsAny(["opening hours", "open", "wann", "zu", "öffnungszeiten"])), "Offnungszeiten?",
                #"text.contains_any wants "öffnungszeiten", "open", "zu" or 2 more, saw "Offnungszeiten?"; "#
                    + #"write "öffnungszeiten": it is nearly there, and each character counts"#
            ),
            (
                .text(.containsAny(["wlan", "wi-fi"])), "Wi Fi",
                #"text.contains_any wants "wlan" or "wi-fi", saw "Wi Fi"; "#
                    + #"write "wi-fi": it is nearly there, and each character counts"#
            ),
            (
                .text(.words(["take away", "to go"])), "2 to gp",
                #"text.words wants "take away" or "to go", saw "2 to gp"; "#
                    + #"write "to go": it is nearly there, and each character counts"#
            ),
            (
                .text(.anyOf(["hello", "hi"])), "Hi!",
                #"text.any_of wants "hello" or "hi", saw "Hi!"; write "hi" alone; in the rule, words finds it among others"#
            ),
            (.text(.longerThan(1)), "a", #"text.longer_than wants more than 1 character, saw "a"; 1 character more"#),
            (
                .text(.shorterThan(2)), "abc",
                #"text.shorter_than wants fewer than 2 characters, saw "abc"; 2 characters fewer"#
            ),
            (.text(.shorterThan(0)), "", #"text.shorter_than wants fewer than 0 characters, saw """#),
            (.text(.empty(true)), "a", #"text.empty wants no text, saw "a"; leave the text away"#),
            (.text(.empty(false)), " ", #"text.empty wants some text, saw ""; write something"#),
            (.text(.contains("a"), .endsWith(["!"])), "a", #"text.ends_with wants "!", saw "a"; put "!" at the end"#),
            (Condition(.not(.text(.contains("a")))), "a", #"not wants text contains "a" not to hold, saw it holds"#),
            (
                Condition(.all([.text(.contains("a")), .text(.contains("b"))])), "a",
                #"text.contains wants "b", saw "a"; add "b""#
            ),
            (
                Condition(.all([.text(.contains("x")), .text(.contains("a")), .text(.contains("b"))])), "a",
                #"text.contains wants "x", saw "a"; add "x" (1 more)"#
            ),
            (
                Condition(.any([.text(.contains("x")), .text(.regex(["y"]))])), "a",
                #"any wants text.contains "x", or text.regex "y", saw "a"; add "x""#
            ),
            (Condition(.any([.text(.contains("x"))])), "a", #"any.text.contains wants "x", saw "a"; add "x""#),
            (Condition(.any([])), "a", "any wants , saw nothing"),
            (Condition(.text(.caption, .tests([.equals("x")]))), "a", #"caption wants equals "x", saw nothing"#),
            (Condition(.word(.kind, ["image"])), "a", #"kind wants "image", saw nothing"#),
            (Condition(.flag(.final, true)), "a", "final wants true, saw nothing"),
            (
                Condition(.number(.size, NumberComparison(atMost: 5, moreThan: 1))), "a",
                "size wants at most 5 and more than 1, saw nothing"
            ),
            (Condition(.field(["a", "b"], .flag(true))), "a", "field.a.b wants true, saw nothing"),
            (Condition(.variable("n", .number(NumberComparison(lessThan: 2)))), "a", "var.n wants less than 2, saw 3"),
            (
                Condition(.variable("n", .text(.tests([.equals("x")])))), "a",
                #"var.n.equals wants "x", saw "3"; write "x""#
            ),
            (Condition(.inState(["asking"])), "a", #"in wants "asking", saw no state"#),
            (
                Condition(.time(TimeWindow(from: 720, to: 780, days: [1, 2]))), "a",
                "time wants from 12:00 to 13:00 on mon, tue, saw 10:00 on sun; wait until 2026-03-02T12:00:00Z"
            ),
            (Condition(.time(TimeWindow(zone: "Mars"))), "a", "time wants in Mars, saw the zone is not known here"),
            (Condition(.command(CommandCondition(unclear: true))), "a", "command wants an exec_approval, saw nothing"),
        ] as [(Condition, String, String)])
    func wording(condition: Condition, text: String, wanted: String) throws {
        #expect(Self.shown(try Self.failure(condition, .message(text))) == wanted)
    }

    @Test("looks at frames and options")
    func others() throws {
        var event = Occurrence(.prompt)
        event.kind = "clarify"
        event.size = 7
        event.options = [.init(id: "c0", label: "Red", style: "danger"), .init(id: "c1", label: "Blue")]
        event.frame = Array(#"{"a":[1],"n":2,"s":"x","f":true}"#.utf8)
        func shown(_ test: Condition.Test) throws -> String { Self.shown(try Self.failure(Condition(test), event)) }
        #expect(try shown(.word(.kind, ["exec_approval"])) == #"kind wants "exec_approval", saw "clarify""#)
        #expect(try shown(.word(.option, ["c2"])) == #"option wants "c2", saw "c0" or "c1""#)
        #expect(
            try shown(.text(.label, .tests([.equals("Green")])))
                == #"label.equals wants "Green", saw "Red"; write "Green""#)
        #expect(try shown(.number(.size, NumberComparison(equals: 8))) == "size wants 8, saw 7")
        #expect(try shown(.field(["a"], .flag(true))) == "field.a wants true, saw array")
        #expect(try shown(.field(["n"], .number(NumberComparison(atLeast: 3)))) == "field.n wants at least 3, saw 2")
        #expect(
            try shown(.field(["n"], .text(.tests([.equals("3")])))) == #"field.n.equals wants "3", saw "2"; write "3""#)
        #expect(try shown(.field(["s"], .number(NumberComparison(equals: 1)))) == #"field.s wants 1, saw "x""#)
        #expect(try shown(.field(["f"], .flag(false))) == "field.f wants false, saw true")
    }

    @Test(
        "texts from outside cannot move a terminal's cursor",
        arguments: [
            ("a\u{1B}[31m", #""a\u{1b}[31m""#), ("\u{202E}x", #""\u{202e}x""#), ("a\"\\\n\t\r", #""a\"\\\n\t\r""#),
            ("\u{9B}2J", #""\u{9b}2J""#), ("👨‍👩‍👧", "\"👨‍👩‍👧\""),
            (String(repeating: "é", count: 100), "\"" + String(repeating: "é", count: 80) + "…\""),
        ])
    func quoting(text: String, shown: String) {
        #expect(Wording.quoted(text) == shown)
    }
}
