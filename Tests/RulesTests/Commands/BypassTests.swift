import Shell
import Testing

@testable import Rules

/// A file with one approving rule over these sets.
private func file(_ patterns: [[CommandToken]], examples: [String] = []) -> BotFile {
    let place = Place(line: 1, column: 1)
    var file = BotFile(path: "bot.json", name: "bot")
    let set = CommandSet(
        name: "set", patterns: patterns.map { CommandPattern(tokens: $0, place: place) }, place: place)
    file.commands = [set]
    file.rules = [approving(["set"], examples: examples)]
    return file
}

private func approving(_ sets: [String], examples: [String] = []) -> Rule {
    let place = Place(line: 1, column: 1)
    var rule = Rule(id: "approve", place: place, triggers: [.prompt])
    rule.condition = Condition(.command(CommandCondition(every: sets)), place: place)
    rule.actions = [Action(.answer(.id("once")), place: place)]
    rule.examples.match = examples.map { Examples.Example(text: $0, place: place) }
    return rule
}

@Suite("Bypasses")
struct BypassTests {
    @Test("do not get through any policy of the corpus, with its ordinary lines as seeds")
    func soundPolicies() {
        for policy in ApprovalsCorpus.policies {
            var file = BotFile(path: "bot.json", name: "bot")
            file.commands = ApprovalsCorpus.policies
            let lines = ApprovalsCorpus.ordinary.filter { $0.policy == policy.name }.map(\.line)
            // One line of each program and verb.
            let examples = Dictionary(grouping: lines) { $0.split(separator: " ").prefix(2) }.values.compactMap(\.first)
            file.rules = [approving([policy.name], examples: examples)]
            #expect(Bypass.firstApproved(rule: 0, in: file) == nil, "\(policy.name)")
        }
    }

    @Test("do not get through all policies of the corpus at once")
    func soundPoliciesTogether() {
        var file = BotFile(path: "bot.json", name: "bot")
        file.commands = ApprovalsCorpus.policies
        file.rules = [
            approving(
                ApprovalsCorpus.policies.map(\.name), examples: ["git status", "curl -s https://api.example.com/x"])
        ]
        let found = Bypass.firstApproved(rule: 0, in: file)
        #expect(found == nil, "\(found.map { "\($0)" } ?? "")")
    }

    @Test(
        "get through patterns that take too much",
        arguments: [
            ([["git", .rest(.word)]], Bypass.Shape.optionInjection),
            ([["bash", "-c", .word]], .wrapper),
            ([["sh", .rest(.word)]], .wrapper),
            ([["sudo", .rest(.word)]], .wrapper),
            ([["env", .rest(.word)]], .wrapper),
            ([["timeout", .word, .rest(.word)]], .wrapper),
            ([["find", .rest(.anyOf([.word, .glob("-*")]))]], .optionInjection),
            ([["ls", .rest(.anyOf([.word, .glob("-*")]))]], .anyFlag),
            ([["ls", .rest(.anyOf([.word, .glob("--*")]))]], .anyFlag),
            ([["cat", .rest(.word)]], .pathTraversal),
            ([["cat", .pathUnder(["/"], relative: true)]], .pathTraversal),
            ([["head", "-n", .word, .word]], .pathTraversal),
            ([["rm", .flags(["-r", "-f", "-rf"], valued: [:]), .rest(.word)]], .plainHarm),
            ([["git", "status"], ["tee", .word]], .plainHarm),
            ([["make", .word]], .optionInjection),
            ([["npm", .rest(.word)]], .optionInjection),
            ([["pip", "install", .word]], .optionInjection),
            ([["curl", .flags(["-s"], valued: [:]), .word]], .optionInjection),
            ([["curl", "-s", .glob("https://*.example.com/*")]], .hostTrick),
            ([["curl", "-s", .glob("https://api.example.com*/x")]], .hostTrick),
            ([["ssh", "deploy@app", "ls", .word]], .wrapper),
            ([["docker", "exec", .word, .rest(.word)]], .optionInjection),
            ([["kubectl", .word, .rest(.word)]], .optionInjection),
            ([["systemctl", .anyOf(["start", "enable"]), .word]], .optionInjection),
            ([["sed", "-n", .word, .word]], .optionInjection),
            ([["awk", .word]], .optionInjection),
            ([["sort", .flags(["-u"], valued: ["--output": .word]), .rest(.word)]], .optionInjection),
            ([["git", "push", "origin", .word]], .optionInjection),
            ([["python3", .word]], .wrapper),
        ] as [([[CommandToken]], Bypass.Shape)])
    func unsoundPolicies(patterns: [[CommandToken]], shape: Bypass.Shape) {
        let found = Bypass.firstApproved(rule: 0, in: file(patterns))
        #expect(found?.shape == shape, "\(found.map { "\($0)" } ?? "none")")
    }

    @Test("are not looked for in a rule that says unguarded, or does not approve")
    func exempt() {
        var unguarded = file([["sh", .rest(.word)]])
        unguarded.rules[0].unguarded = true
        #expect(Bypass.firstApproved(rule: 0, in: unguarded) == nil)
        var denying = file([["sh", .rest(.word)]])
        denying.rules[0].actions = [Action(.answer(.id("deny")), place: Place(line: 1, column: 1))]
        #expect(Bypass.firstApproved(rule: 0, in: denying) == nil)
        #expect(Bypass.firstApproved(rule: 7, in: denying) == nil)
    }

    @Test("are stopped by a rule that surely denies them")
    func denied() {
        let place = Place(line: 1, column: 1)
        var file = file([["cat", .rest(.word)]])
        file.commands.append(
            CommandSet(
                name: "secrets",
                patterns: [
                    CommandPattern(
                        tokens: [
                            "cat",
                            .rest(
                                .anyOf([
                                    .pathUnder(["/etc"], relative: false), .glob("../../*/*/*"), .glob("../*/*/*/*/*"),
                                    .pathUnder(["/srv"], relative: false),
                                ])),
                        ], place: place)
                ],
                place: place))
        var deny = Rule(id: "deny", place: place, triggers: [.prompt])
        deny.condition = Condition(.command(CommandCondition(some: ["secrets"])), place: place)
        deny.actions = [Action(.answer(.id("deny")), place: place)]
        file.rules.append(deny)
        #expect(Bypass.firstApproved(rule: 0, in: file)?.line == "cat ../../../../etc/shadow")
        deny.condition = Condition(.chance(0.5), place: place)
        file.rules[1] = deny
        #expect(Bypass.firstApproved(rule: 0, in: file)?.line == "cat /etc/shadow")
    }

    @Test("come in every shape, and never as the line itself")
    func shapes() {
        let made = Bypass.mutations(of: "curl -s https://api.example.com/x") + Bypass.standing
        #expect(Set(made.map(\.shape)) == Set(Bypass.Shape.allCases))
        for bypass in Bypass.mutations(of: "git status") { #expect(bypass.line != "git status") }
        #expect(Bypass.mutations(of: "git status |").isEmpty)
    }

    @Test("have every shape of the corpus that a mutation can have")
    func corpusShapes() {
        let ours = Set(Bypass.Shape.allCases.map(\.rawValue))
        // A line of another policy is no bypass by itself, nor is one that a glob token must not take.
        let theirs = Set(ApprovalsCorpus.bypasses.compactMap(\.shape)).subtracting(["other-policy", "glob-token"])
        #expect(theirs.subtracting(ours) == [])
    }
}

extension CommandToken: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .literal(value) }
}
