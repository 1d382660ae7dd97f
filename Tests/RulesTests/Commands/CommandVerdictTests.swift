import Shell
import Testing

@testable import Rules

private let place = Place(line: 1, column: 1)

private let sets = [
    CommandSet(
        name: "read",
        patterns: [
            CommandPattern(tokens: ["git", .anyOf(["status", "diff"])], place: Place(line: 3, column: 5)),
            CommandPattern(
                tokens: ["ls", .flags(["-l"], valued: [:]), .rest(.pathUnder(["/srv/app"], relative: true))],
                place: Place(line: 4, column: 5)),
        ], place: place),
    CommandSet(name: "wc", patterns: [CommandPattern(tokens: ["wc", "-l"], place: place)], place: place),
    CommandSet(
        name: "harm", patterns: [CommandPattern(tokens: ["rm", .rest(.anyOf([.word, .glob("-*")]))], place: place)],
        place: place),
]

private func failure(_ condition: CommandCondition, _ line: String) -> CommandFailure? {
    condition.failure(on: PromptCommand(line: line), sets: sets)
}

@Suite("A command condition")
struct CommandVerdictTests {
    @Test("every holds if each simple command matches a pattern of the sets")
    func every() {
        let read = CommandCondition(every: ["read"])
        #expect(failure(read, "git status") == nil)
        #expect(failure(read, "git status && ls -l Sources; git diff") == nil)
        #expect(failure(read, "ls | wc -l") != nil)
        #expect(failure(CommandCondition(every: ["read", "wc"]), "ls | wc -l") == nil)
        #expect(failure(CommandCondition(every: ["no-such-set"]), "ls") != nil)
        #expect(failure(CommandCondition(every: []), "ls") != nil)
        #expect(failure(read, "") != nil)
        #expect(failure(read, "git status $x") != nil)
    }

    @Test("some holds if one matches, and for an unclear line")
    func some() {
        let harm = CommandCondition(some: ["harm"])
        #expect(failure(harm, "git status; rm -rf /") == nil)
        #expect(failure(harm, "git status $(x)") == nil)
        #expect(failure(harm, "") == nil)
        #expect(failure(harm, "git status") != nil)
    }

    @Test("unclear holds for one kind of line")
    func unclear() {
        #expect(failure(CommandCondition(unclear: true), "ls *") == nil)
        #expect(failure(CommandCondition(unclear: true), "ls") != nil)
        #expect(failure(CommandCondition(unclear: false), "ls") == nil)
        #expect(failure(CommandCondition(unclear: false), "ls *") != nil)
    }

    @Test("its keys combine: all must hold")
    func combined() {
        let both = CommandCondition(every: ["read", "harm"], some: ["harm"])
        #expect(failure(both, "git status; rm x") == nil)
        #expect(failure(both, "git status") != nil)
        #expect(failure(both, "rm *") != nil)
        #expect(failure(CommandCondition(every: ["read"], unclear: true), "ls") != nil)
        #expect(failure(CommandCondition(every: ["read"], unclear: true), "ls *") != nil)
        #expect(failure(CommandCondition(some: ["harm"], unclear: false), "rm *") != nil)
        #expect(failure(CommandCondition(some: ["harm"], unclear: true), "rm x") != nil)
        #expect(failure(CommandCondition(), "anything *") == nil)
    }

    @Test("says which command no pattern took, and what the nearest wanted")
    func nearest() throws {
        let found = try #require(failure(CommandCondition(every: ["read"]), "git status && ls -l /etc"))
        #expect(found.key == .every)
        #expect(found.wanted == "a command in \"read\"")
        #expect(found.saw == "[ls, -l, /etc]")
        #expect(found.nearest?.place == Place(line: 4, column: 5))
        #expect(found.change == "the end in place of /etc")
        #expect(found.range == 20..<24)
        let verb = try #require(failure(CommandCondition(every: ["read", "wc"]), "git push"))
        #expect(verb.wanted == "a command in \"read\" or \"wc\"")
        #expect(verb.change == "status or diff in place of push")
        #expect(verb.range == 4..<8)
        let short = try #require(failure(CommandCondition(every: ["read"]), "git"))
        #expect(short.change == "status or diff in place of the end")
        let other = try #require(failure(CommandCondition(every: ["read"]), "curl x"))
        #expect(other.nearest == nil && other.change == nil)
        #expect(other.range == 0..<6)
    }

    @Test("says why a line is unclear, and what it missed in a clear one")
    func wording() throws {
        let glob = try #require(failure(CommandCondition(every: ["read"]), "ls *"))
        #expect(glob.wanted == "a clear line of commands in \"read\"")
        #expect(glob.saw == "unclear (glob): a glob character stands for names that cannot be seen here")
        #expect(glob.range == 3..<4)
        let some = try #require(failure(CommandCondition(some: ["harm"]), "ls | wc"))
        #expect(some.key == .some && some.saw == "[ls] [wc]" && some.wanted == "a command in \"harm\"")
        let clear = try #require(failure(CommandCondition(unclear: true), "ls"))
        #expect(clear.key == .unclear && clear.wanted == "an unclear line" && clear.saw == "a clear one")
        let unclear = try #require(failure(CommandCondition(unclear: false), "ls ~"))
        #expect(unclear.key == .unclear && unclear.wanted == "a clear line")
    }
}
