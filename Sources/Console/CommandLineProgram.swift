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
        let near = Spelling.nearest(to: name, in: commands.map(\.name) + ["help"])
        throw ExitFault(
            .usage, "there is no command \(visible(name))",
            hint: near.map { "did you mean \($0)?" } ?? "talaria help lists them")
    }
}
