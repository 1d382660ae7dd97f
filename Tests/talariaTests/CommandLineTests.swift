@testable import Console
import CSystem
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
                ["why", "bots/faq.json", "hello"],
                "talaria: why does not take “hello”\n  --text “hello” says that a message comes in\n"
            ),
            (
                ["why", "bots/faq.json"],
                "talaria: why takes one of --text, --frame and --prompt\n"
                    + "  talaria why bots/faq.json --text \"hello\"\n"
            ),
            (
                ["why", "bots/reviewer.json", "--prompt", "git log"],
                "talaria: --prompt takes an object\n  --prompt '{\"command\": \"git log\"}'\n"
            ),
            (
                ["why", "bots/faq.json", "--text", "hi", "--in", "asking"],
                "talaria: the bot has no state \"asking\"\n  it has none\n"
            ),
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

    @Test(
        "a file, a server or a port that is not to be had is told with what to do",
        arguments: [
            (
                ["run", "bots/concirge.json"], 66,
                "talaria: cannot open bots/concirge.json: No such file or directory\n"
                    + "  did you mean bots/concierge.json?\n"
            ),
            (
                ["run", "bots"], 66,
                "talaria: cannot open bots: It is not a regular file\n"
                    + "  that is a folder; name a file, such as bots/agent.json\n"
            ),
            (
                ["load", "bots/visitors.json"], 66,
                "talaria: cannot open bots/visitors.json: No such file or directory\n"
                    + "  did you mean bots/visitors.load.json?\n"
            ),
            (
                ["serve", "--listen", "9000"], 78,
                "talaria: 9000 is no address to listen on; write it as 127.0.0.1:9000 or [::1]:9000\n"
                    + "  port 0 takes a free one\n"
            ),
            (
                ["chat", "--url", "http://127.0.0.1:1/ws"], 78,
                "talaria: the server's URL “http://127.0.0.1:1/ws” cannot be used: the URL must begin with ws:// or "
                    + "wss://\n  did you mean ws://127.0.0.1:1/ws?\n"
            ),
        ] as [([String], Int32, String)])
    func notThere(_ words: [String], _ code: Int32, _ complaint: String) throws {
        let outcome = try Talaria.run(words)
        #expect(outcome.code == code)
        #expect(outcome.output == "")
        #expect(outcome.errors == complaint)
    }

    @Test("a port that is taken is told with the flag that names another")
    func portTaken() throws {
        let folder = try Talaria.Folder()
        let serve = try RunningTalaria(["serve", "--listen", "127.0.0.1:0"], in: folder.path)
        let line = try #require(serve.says("listening on").first)
        let url = try #require(line.split(separator: " ").first { $0.hasPrefix("ws://") })
        let address = url.dropFirst(5).prefix { $0 != "/" }
        let outcome = try Talaria.run(["serve", "--listen", String(address)])
        #expect(outcome.code == 73)
        #expect(
            outcome.errors.hasSuffix(
                "talaria: cannot listen on \(address): Address already in use\n"
                    + "  --listen HOST:PORT names another one, such as 127.0.0.1:0 for a free one\n"))
        serve.signal(SIGTERM)
        #expect(serve.ending() == 0)
    }

    @Test("a server that is not there is told once with what to look at")
    func serverDown() throws {
        let folder = try Talaria.Folder(["a.json": CheckTests.good])
        let outcome = try Talaria.run(
            ["run", "a.json", "--url", "ws://127.0.0.1:1/ws", "--for", "1500ms", "--state", "s"], in: folder.path)
        #expect(outcome.code == 0)
        let advice =
            "is a server running there? talaria serve starts one on this machine "
            + "(talaria doctor --url ws://127.0.0.1:1/ws looks at the way there)"
        #expect(outcome.errors.components(separatedBy: advice).count == 2, "\(outcome.errors)")
        #expect(outcome.errors.components(separatedBy: "Connection refused: again in").count > 2)
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
