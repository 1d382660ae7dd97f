import Drive
import Testing

@testable import Console

@Suite("Help, manual and completions from one declaration")
struct HelpTests {
    static let command = Command(
        "draw", operands: "FILE...", summary: "draw files", details: "    It draws.",
        flags: [
            Flag("--name", .text("NAME"), "A name."),
            Flag(
                "--a-flag-with-a-long-name", .choice(["one", "two"]),
                "A help text that is longer than what is left of a line of a hundred characters, and so is wrapped."),
        ]
    ) { _ throws(ExitFault) in .well }

    @Test("help wraps at a hundred characters and gives a long flag a line of its own")
    func help() {
        #expect(
            Help.of(Self.command) == """
                talaria draw: draw files

                usage: talaria draw FILE... [FLAGS]

                    It draws.

                flags:
                  --name NAME                   A name.
                  --a-flag-with-a-long-name one|two
                                                A help text that is longer than what is left of a line of a hundred
                                                characters, and so is wrapped.
                  --help                        Show this help.

                """)
    }

    @Test("the manual escapes what would be a column of its table")
    func manual() {
        let text = Manual.text([Self.command])
        #expect(text.contains("| [`talaria draw`](#talaria-draw) | draw files |\n"))
        #expect(text.contains("| `--a-flag-with-a-long-name one\\|two` |"))
        #expect(text.contains("| 130, 143 |"))
    }

    @Test("every shell's completions name the command, its flags and their choices", arguments: Completions.shells)
    func completions(_ shell: String) throws {
        let script = try #require(Completions.script(for: shell, commands: [Self.command]))
        for word in ["draw", "a-flag-with-a-long-name", "one two"] { #expect(script.contains(word)) }
    }

    @Test("a shell without completions has none")
    func noShell() {
        #expect(Completions.script(for: "tcsh", commands: [Self.command]) == nil)
    }
}
