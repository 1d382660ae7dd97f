import Shell
import Testing

@Test("words, quotes and operators come out as argv tokens")
func clearLine() throws {
    let line = ShellLine("git log --grep 'a; b' && echo \"it's\"''x | wc -l; true || false")
    guard case .clear(let commands) = line else {
        Issue.record("\(line)")
        return
    }
    #expect(
        commands.map(\.argv) == [
            ["git", "log", "--grep", "a; b"], ["echo", "it'sx"], ["wc", "-l"], ["true"], ["false"],
        ])
    #expect(commands.map(\.joint) == [nil, .and, .pipe, .then, .or])
    #expect(commands[1].words[1].range == 30..<39)
    #expect(commands[1].range == 25..<39)
}
