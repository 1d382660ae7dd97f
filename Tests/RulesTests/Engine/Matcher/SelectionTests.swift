import Testing
import Time

@testable import Rules

@Suite("Which rules fire")
struct SelectionTests {
    private static let a = Rule("a", when: .text(.contains("a")))
    private static let b = Rule("b", when: .text(.contains("b")))
    private static let any = Rule("any")

    @Test("first: in file order, the first that matches")
    func first() throws {
        var bench = try Bench([Self.a, Self.b, Self.any])
        #expect(bench.fired("ab") == ["a"])
        #expect(bench.fired("b") == ["b"])
        #expect(bench.fired("c") == ["any"])
    }

    @Test("first: a rule that continues acts and lets the next be tried")
    func continuing() throws {
        var bench = try Bench([Self.a.with { $0.continues = true }, Self.b, Self.any])
        #expect(bench.fired("ab") == ["a", "b"])
        #expect(bench.fired("a") == ["a", "any"])
    }

    @Test("all: every match, in order")
    func all() throws {
        var bench = try Bench([Self.a, Self.b, Self.any]) { $0.hit = .all }
        #expect(bench.fired("ab") == ["a", "b", "any"])
    }

    @Test("unique: two matches at once are a conflict, with neither acting; one that continues is none")
    func unique() throws {
        var bench = try Bench([Self.a, Self.b, Self.any.with { $0.continues = true }]) { $0.hit = .unique }
        #expect(bench.fired("a") == ["a", "any"])
        let match = bench.match(.message("ab"))
        #expect(match.conflict == [0, 1])
        #expect(match.firings.map(\.rule) == [2])
        #expect(bench.memory.count(ofRule: 0) == 1)
        #expect(bench.memory.count(ofRule: 1) == 0)
    }

    @Test("rules with a state are tried before those without, and only in it")
    func states() throws {
        var bench = try Bench([Self.any, Self.a.with { $0.states = ["asking"] }]) { $0.states = ["asking", "other"] }
        #expect(bench.fired("a") == ["any"])
        bench.program.enter("asking", now: bench.now, in: &bench.memory)
        #expect(bench.fired("a") == ["a"])
        #expect(bench.fired("b") == ["any"])
        bench.program.enter("other", now: bench.now, in: &bench.memory)
        #expect(bench.fired("a") == ["any"])
    }

    @Test("a rule is for its triggers, and a timer's for its own timer")
    func triggers() throws {
        var both = Rule("both")
        both.triggers = [.message, .edit]
        var bench = try Bench([both, Rule("t1", on: .timer), Rule("t2", on: .timer)])
        #expect(bench.fired(Occurrence(.edit)) == ["both"])
        #expect(bench.fired(Occurrence(.ready)) == [])
        var timer = Occurrence(.timer)
        timer.timer = (rule: 2, index: 0)
        #expect(bench.fired(timer) == ["t2"])
        timer.timer = nil
        #expect(bench.fired(timer) == [])
    }

    @Test("every trigger has its own number")
    func triggerNumbers() {
        #expect(Trigger.allCases.map(\.number) == Array(0..<Trigger.allCases.count))
        #expect(TextField.allCases.map(\.number) == Array(0..<TextField.allCases.count))
    }

    // MARK: Limits

    @Test("a limit is a sliding window, and lets the next rule be tried when it is used up")
    func limit() throws {
        var bench = try Bench([Self.a.with { $0.limit = Limit(count: 2, per: .seconds(10)) }, Self.any])
        #expect(bench.fired("a") == ["a"])
        bench.pass(.seconds(6))
        #expect(bench.fired("a") == ["a"])
        bench.pass(.seconds(3))
        #expect(bench.fired("a") == ["any"])
        // The first leaves the window after ten seconds, the second six later.
        bench.pass(.seconds(1))
        #expect(bench.fired("a") == ["a"])
        bench.pass(.seconds(5))
        #expect(bench.fired("a") == ["any"])
        bench.pass(.seconds(1))
        #expect(bench.fired("a") == ["a"])
    }

    @Test("counts grow with each firing, and are told with it")
    func counts() throws {
        var bench = try Bench([Self.a])
        #expect(bench.match(.message("a")).firings.map(\.count) == [1])
        #expect(bench.match(.message("b")).firings == [])
        #expect(bench.match(.message("a")).firings.map(\.count) == [2])
    }

    // MARK: Captures

    @Test("captures are the event's own text in NFC, of the conditions that held")
    func captures() throws {
        var bench = try Bench([
            Rule(
                "r",
                when: Condition(
                    .all([
                        .text(.regex(["my name is (?<name>\\pL+)"])),
                        Condition(
                            .any([.text(.regex(["from (?<city>\\S+)"])), .text(.regex(["(?<country>\\S+)$"]))])),
                        Condition(.not(.text(.regex(["(?<never>xyz)"])))),
                    ])))
        ])
        #expect(
            bench.match(.message(" MY NAME IS Zoe\u{308} ")).firings.map(\.captures) == [
                ["name": "Zoë", "country": "Zoë"]
            ])
        #expect(
            bench.match(.message("my name is Bo from Oslo")).firings.map(\.captures) == [
                ["name": "Bo", "city": "Oslo"]
            ])
    }

    // MARK: Approvals

    private static func prompt(_ command: String, kind: String = "exec_approval") -> Occurrence {
        var prompt = Occurrence(.prompt)
        prompt.kind = kind
        prompt.text = command
        prompt.options = ["once", "always", "deny"].map { .init(id: $0, label: $0) }
        return prompt
    }

    private static func rule(_ id: String, answer: String?, _ command: CommandCondition? = nil) -> Rule {
        Rule(id, on: .prompt, when: command.map { Condition(.command($0)) }).with {
            if let answer { $0.actions = [Action(.answer(.id(answer)), place: nowhere)] }
        }
    }

    private static let approve = rule("approve", answer: "once", CommandCondition(every: ["safe", "net"]))
    private static let deny = rule("deny", answer: "deny", CommandCondition(some: ["net"]))
    private static let rest = rule("rest", answer: "deny")
    private static let log = rule("log", answer: nil)

    private static func bench(_ rules: [Rule], _ hit: HitPolicy = .first) throws -> Bench {
        func set(_ name: String, _ program: String) -> CommandSet {
            CommandSet(
                name: name,
                patterns: [CommandPattern(tokens: [.literal(program), .rest(.word)], place: nowhere)], place: nowhere)
        }
        return try Bench(rules) {
            $0.hit = hit
            $0.commands = [set("safe", "ls"), set("net", "curl")]
        }
    }

    @Test("a command condition holds for exec_approvals alone")
    func commands() throws {
        var bench = try Self.bench([Self.approve])
        #expect(bench.fired(Self.prompt("ls a")) == ["approve"])
        #expect(bench.fired(Self.prompt("ls a; rm b")) == [])
        #expect(bench.fired(Self.prompt("ls a", kind: "clarify")) == [])
        #expect(bench.fired(Self.prompt("ls a", kind: "Exec_Approval")) == ["approve"])
    }

    @Test(
        "a rule that denies by a command wins over every approving rule, wherever it stands",
        arguments: HitPolicy.allCases)
    func denyWins(hit: HitPolicy) throws {
        for rules in [[Self.approve, Self.deny], [Self.deny, Self.approve], [Self.approve, Self.approve, Self.deny]] {
            var bench = try Self.bench(rules, hit)
            let match = bench.match(Self.prompt("curl x"))
            #expect(match.firings.map { bench.program.file.rules[$0.rule].id } == ["deny"])
            #expect(match.conflict == [])
        }
        var bench = try Self.bench([Self.approve, Self.deny], hit)
        #expect(bench.fired(Self.prompt("ls x")) == ["approve"])
        // It errs on the safe side: what is unclear may be anything.
        #expect(bench.fired(Self.prompt("ls $x")) == ["deny"])
    }

    @Test("among rules that do not approve the order counts as ever")
    func otherOrder() throws {
        var bench = try Self.bench([Self.log, Self.approve, Self.deny])
        #expect(bench.fired(Self.prompt("curl x")) == ["log"])
        bench = try Self.bench([Self.approve, Self.log, Self.deny])
        #expect(bench.fired(Self.prompt("curl x")) == ["deny"])
        bench = try Self.bench([Self.log, Self.approve, Self.deny], .all)
        #expect(bench.fired(Self.prompt("curl x")) == ["log", "deny"])
    }

    @Test("a rule that denies the rest takes its place in the order")
    func denyTheRest() throws {
        var bench = try Self.bench([Self.approve, Self.rest])
        #expect(bench.fired(Self.prompt("ls x")) == ["approve"])
        #expect(bench.fired(Self.prompt("rm x")) == ["rest"])
        bench = try Self.bench([Self.rest, Self.approve])
        #expect(bench.fired(Self.prompt("ls x")) == ["rest"])
    }

    @Test("an approving rule whose limit is used up leaves the prompt alone", arguments: HitPolicy.allCases)
    func heldBack(hit: HitPolicy) throws {
        let limited = Self.approve.with { $0.limit = Limit(count: 1, per: .seconds(60)) }
        var bench = try Self.bench([limited, Self.approve, Self.rest], hit == .unique ? .first : hit)
        #expect(bench.fired(Self.prompt("ls x")).first == "approve")
        let match = bench.match(Self.prompt("ls x"))
        #expect(match.heldBack == 0)
        #expect(match.firings == [])
        bench.pass(.seconds(60))
        #expect(bench.match(Self.prompt("ls x")).heldBack == nil)
    }

    @Test("a held-back approval stops answers, and nothing else")
    func heldBackOthers() throws {
        let limited = Self.approve.with { $0.limit = Limit(count: 0, per: .seconds(60)) }
        var bench = try Self.bench([limited, Self.log, Self.approve, Self.rest, Self.deny], .all)
        #expect(bench.fired(Self.prompt("ls x")) == ["log"])
        // A rule that denies by a command still wins: nothing is held back then.
        #expect(bench.fired(Self.prompt("curl x")) == ["deny", "log", "rest"])
    }

    @Test("on other prompts a used-up limit lets the next rule be tried")
    func otherPrompts() throws {
        let first = Self.rule("first", answer: "c0").with { $0.limit = Limit(count: 0, per: .seconds(1)) }
        var bench = try Self.bench([first, Self.rule("second", answer: "c1")])
        #expect(bench.fired(Self.prompt("which?", kind: "clarify")) == ["second"])
        #expect(bench.match(Self.prompt("which?", kind: "clarify")).heldBack == nil)
    }
}
