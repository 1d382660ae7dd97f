@testable import Console
import Foundation
import Testing

@testable import talaria

@Suite("The command line")
struct CommandLineTests {
    @Test("without words it prints what there is, and exits with 64")
    func nothing() throws {
        let outcome = try Talaria.run([])
        #expect(outcome.code == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors == Help.overview(program.commands))
    }

    @Test("help goes to standard output", arguments: [["help"], ["--help"], ["-h"]])
    func help(_ words: [String]) throws {
        let outcome = try Talaria.run(words)
        #expect(outcome.code == 0)
        #expect(outcome.output == Help.overview(program.commands))
    }

    @Test("help of each command names every flag of it", arguments: program.commands.map(\.name))
    func helpOfCommand(_ name: String) throws {
        let command = try #require(program.commands.first { $0.name == name })
        for words in [["help", name], [name, "--help"]] {
            let outcome = try Talaria.run(words)
            #expect(outcome.code == 0)
            for flag in command.allFlags() { #expect(outcome.output.contains(flag.name)) }
        }
    }

    @Test(
        "a wrong call says what is wrong and what was meant",
        arguments: [
            (["rnu"], "talaria: there is no command rnu\n  did you mean run?\n"),
            (["xyzzy"], "talaria: there is no command xyzzy\n  talaria help lists them\n"),
            (["run"], "talaria: run needs BOT.json...\n  talaria help run\n"),
            (["run", "a.json", "--fro", "1s"], "talaria: run has no flag --fro\n  did you mean --for?\n"),
            (["run", "a.json", "--for", "1s", "--for=2s"], "talaria: --for is given twice\n  talaria help run\n"),
            (["run", "a.json", "--for"], "talaria: --for needs a value: --for TIME\n"),
            (
                ["run", "a.json", "--log", "xml"], "talaria: --log takes one of text, json\n"
            ),
            (
                ["run", "a.json", "--token", "s3cret"],
                "talaria: a token is never a flag, since other users of this machine could read it\n"
                    + "  --token-file FILE, or the variable TALARIA_TOKEN\n"
            ),
            (
                ["serve", "--token", "s3cret"],
                "talaria: a token is never a flag, since other users of this machine could read it\n"
                    + "  the rule file names where they are: \"server\": { \"tokens\": [{ \"env\": \"NAME\" }, "
                    + "{ \"file\": \"PATH\" }] }\n"
            ),
            (
                ["--token=s3cret", "run", "a.json"],
                "talaria: a token is never a flag, since other users of this machine could read it\n"
                    + "  talaria run BOT.json --token-file FILE, or the variable TALARIA_TOKEN\n"
            ),
            (["serve", "--port", "9000"], "talaria: serve has no flag --port\n  use --listen HOST:PORT\n"),
            (["run", "a.json", "--host=h"], "talaria: run has no flag --host\n  use --url ws://HOST:PORT/ws\n"),
            (
                ["run", "--config", "a.json"],
                "talaria: run has no flag --config\n  files stand without a flag: talaria run BOT.json...\n"
            ),
            (["record", "a.json", "-o", "x"], "talaria: record has no flag -o\n  use --out FILE\n"),
            (
                ["check", "a.json", "--output", "x"],
                "talaria: check has no flag --output\n"
                    + "  results go to standard output (> FILE), logs to standard error (2> FILE)\n"
            ),
            (["run", "a.json", "-v"], "talaria: run has no flag -v\n  use --log-level debug\n"),
            (["test", "-V"], "talaria: test has no flag -V\n  talaria --version prints it\n"),
            (["why", "a.json", "--json"], "talaria: why has no flag --json\n  use --format json\n"),
            (
                ["--verbose", "run"],
                "talaria: --verbose stands where a command should\n"
                    + "  flags stand behind a command, such as talaria run BOT.json --log-level debug\n"
            ),
            (["bots/faq.json"], "talaria: there is no command bots/faq.json\n  talaria run bots/faq.json\n"),
            (["serve", "--quiet=yes"], "talaria: --quiet takes no value, but has “yes”\n"),
            (
                ["completions", "tcsh"],
                "talaria: there are completions for bash, zsh, fish\n  talaria help completions\n"
            ),
        ])
    func wrong(_ words: [String], _ complaint: String) throws {
        let outcome = try Talaria.run(words)
        #expect(outcome.code == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors == complaint)
    }

    @Test("a time that is none is said with its flag")
    func badTime() throws {
        let outcome = try Talaria.run(["serve", "--for", "soon"])
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("--for takes a time such as 250ms, 20s, 5m or 1h, not “soon”"))
    }

    @Test("docs/cli.md is what the declarations say")
    func manual() throws {
        let page = try String(contentsOfFile: Talaria.root + "/docs/cli.md", encoding: .utf8)
        #expect(page == Manual.text(program.commands), "write it anew: talaria help manual > docs/cli.md")
    }

    @Test("completion scripts are taken by their shells", arguments: ["bash"])
    func completions(_ shell: String) throws {
        let script = try #require(Completions.script(for: shell, commands: program.commands))
        let folder = try Talaria.Folder(["talaria.\(shell)": script])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/\(shell)")
        process.arguments = ["-n", folder.path + "/talaria.\(shell)"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test("no names that people bring along is told a flag that is none, and each is told something")
    func misnomers() {
        for misnomer in Misnomer.all {
            for name in misnomer.names {
                let hints = program.commands.compactMap { Misnomer.hint(for: name, in: $0) }
                #expect(!hints.isEmpty, "\(name)")
            }
            for meaning in misnomer.meanings {
                #expect(program.commands.contains { $0.allFlags().contains(meaning.flag) }, "\(meaning.flag.name)")
                #expect(meaning.shown?.hasPrefix(meaning.flag.name) ?? true)
            }
        }
        let secrets = Set(Misnomer.secrets)
        #expect(program.commands.flatMap { $0.allFlags() }.allSatisfy { !secrets.contains($0.name) })
    }

    @Test("no two flags of a command have one name, and each has help")
    func flags() {
        for command in program.commands {
            let names = command.allFlags().map(\.name)
            #expect(Set(names).count == names.count)
            for flag in command.allFlags() {
                #expect(flag.name.hasPrefix("--"))
                #expect(flag.help.hasSuffix("."))
            }
        }
    }
}
