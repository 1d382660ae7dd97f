import JSON
import Drive
import Rules

/// The whole program as its command line sees it: words in, exit code out.
public struct CommandLineProgram: Sendable {
    public let version: String
    public let commands: [Command]
    /// Commands that the program runs itself: no help, completion or manual knows them.
    let hidden: [Command]

    public init(version: String, commands: [Command], hidden: [Command] = []) {
        self.version = version
        self.commands = commands
        self.hidden = hidden
    }

    /// Runs the command that the words name; complains of a failure on standard error.
    public func run(_ words: [String]) -> ExitCode {
        do throws(ExitFault) {
            return try dispatch(words)
        } catch {
            Terminal.complain(error)
            return error.code
        }
    }

    private func dispatch(_ words: [String]) throws(ExitFault) -> ExitCode {
        switch words.first {
        case nil:
            Terminal.complain(Help.overview(commands))
            return .usage
        case "--help", "-h", "help":
            guard words.count > 1 else {
                Terminal.show(Help.overview(commands))
                return .well
            }
            Terminal.show(words[1] == "manual" ? Manual.text(commands) : Help.of(try command(words[1])))
            return .well
        case "--version", "-V":
            Terminal.show("talaria \(version)\n")
            return .well
        case let name?:
            let command = try command(name)
            let arguments = try Arguments(Array(words.dropFirst()), for: command)
            if arguments.has(.help) {
                Terminal.show(Help.of(command))
                return .well
            }
            return try command.action(arguments)
        }
    }

    private func command(_ name: String) throws(ExitFault) -> Command {
        if let command = (commands + hidden).first(where: { $0.name == name }) { return command }
        if name.hasPrefix("-") { throw Self.strayFlag(flagName(name)) }
        let near = Spelling.nearest(to: name, in: commands.map(\.name) + ["help"])
        throw ExitFault(
            .usage, "there is no command \(visible(name))",
            hint: near.map { "did you mean \($0)?" } ?? Self.meant(by: name) ?? "talaria help lists them")
    }

    /// A flag where a command should stand.
    private static func strayFlag(_ name: String) -> ExitFault {
        if Misnomer.secrets.contains(name) || name.hasPrefix("--token") {
            return .tokenAsFlag(hint: "talaria run BOT.json --token-file FILE, or the variable TALARIA_TOKEN")
        }
        return ExitFault(
            .usage, "\(name) stands where a command should",
            hint: name == "-v"
                ? "talaria --version prints the version; flags stand behind a command"
                : "flags stand behind a command, such as talaria run BOT.json --log-level debug")
    }

    /// The call for a word that is no command.
    private static func meant(by word: String) -> String? {
        if word == "version" { return "talaria --version" }
        guard word.hasSuffix(".json") else { return nil }
        let command = word.hasSuffix(".test.json") ? "test" : word.hasSuffix(".load.json") ? "load" : "run"
        return "talaria \(command) \(word)"
    }
}
