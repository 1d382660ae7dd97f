import Testing
import Time

@testable import Rules

@Suite("Examples")
struct ExampleTests {
    private static func bench(_ condition: Condition?, on trigger: Trigger = .message, in states: [String] = []) throws
        -> Bench
    {
        try Bench([
            Rule("first"),
            Rule("r", on: trigger, when: condition).with { $0.states = states },
        ]) {
            $0.states = ["asking", "waiting"]
            $0.variables = [Variable(name: "on", start: .flag(true), place: nowhere)]
            $0.commands = [
                CommandSet(
                    name: "safe",
                    patterns: [CommandPattern(tokens: [.literal("git"), .literal("status")], place: nowhere)],
                    place: nowhere)
            ]
        }
    }

    private static func fires(
        _ condition: Condition?, _ text: String, on trigger: Trigger = .message, in states: [String] = []
    ) throws -> Bool {
        try bench(condition, on: trigger, in: states).program.wouldFire(rule: 1, text: text)
    }

    @Test("are judged by the rule alone, by its text")
    func texts() throws {
        let condition = Condition.text(.anyOf(["hi", "hello"]))
        #expect(try Self.fires(condition, " HI"))
        #expect(try !Self.fires(condition, "hiking"))
        #expect(try Self.fires(nil, "anything"))
        #expect(try Self.fires(Condition(.not(condition)), "hiking"))
        #expect(try !Self.fires(Condition(.not(condition)), "hi"))
    }

    @Test("cannot say what is no text: that is as the rule needs it, both ways")
    func open() throws {
        for test: Condition.Test in [
            .word(.kind, ["clarify"]), .flag(.final, true), .number(.size, NumberComparison(equals: 1)),
            .field(["a"], .flag(true)), .time(TimeWindow(from: 60, to: 120)), .chance(0.1),
            .text(.caption, .tests([.equals("x")])),
        ] {
            let open = Condition(test)
            let both = Condition(.all([.text(.words(["city"])), open]))
            #expect(try Self.fires(both, "which city?", on: .prompt))
            #expect(try !Self.fires(both, "which town?", on: .prompt))
            let neither = Condition(.all([.text(.words(["city"])), Condition(.not(open))]))
            #expect(try Self.fires(neither, "which city?", on: .prompt))
            #expect(try Self.fires(Condition(.any([.text(.words(["city"])), open])), "which town?", on: .prompt))
        }
    }

    @Test("start in the rule's first state, with the variables as they start")
    func starts() throws {
        #expect(try Self.fires(Condition(.inState(["waiting"])), "x", in: ["waiting", "asking"]))
        #expect(try !Self.fires(Condition(.inState(["asking"])), "x", in: ["waiting", "asking"]))
        #expect(try Self.fires(Condition(.variable("on", .flag(true))), "x"))
        #expect(try !Self.fires(Condition(.variable("on", .flag(false))), "x"))
    }

    @Test("stand for the field that the rule asks for")
    func fields() throws {
        let condition = Condition(
            .all([Condition(.text(.filename, .tests([.glob(["*.pdf"])]))), Condition(.word(.kind, ["document"]))]))
        #expect(try Self.fires(condition, "a.pdf", on: .media))
        #expect(try !Self.fires(condition, "a.png", on: .media))
        for field in TextField.allCases {
            #expect(try !Self.fires(Condition(.text(field, .tests([.equals("x")]))), "y", on: .frame))
        }
    }

    @Test("are command lines in a rule with a command condition")
    func commands() throws {
        let condition = Condition(
            .all([Condition(.word(.kind, ["exec_approval"])), Condition(.command(CommandCondition(every: ["safe"])))]))
        #expect(try Self.fires(condition, "git status", on: .prompt))
        for line in ["git status; rm -rf /", "git push", "", "git $x"] {
            #expect(try !Self.fires(condition, line, on: .prompt), "\(line)")
        }
    }

    @Test("say why they fail, past what is open")
    func why() throws {
        let condition = Condition(
            .all([
                Condition(.chance(0)), .text(.equals("hi")),
                Condition(.any([Condition(.chance(0.1)), .text(.equals("x"))])),
            ]))
        let program = try Self.bench(condition).program
        #expect(program.failure(ofExample: "hiking", rule: 1)?.summary == #"text.equals wants "hi", saw "hiking""#)
        #expect(program.failure(ofExample: "hi", rule: 1) == nil)
        #expect(program.failure(ofExample: "hi", rule: 99) == nil)
    }
}
