import Console
import Drive

extension Command {
    static let completions = Command(
        "completions", operands: "bash|zsh|fish", summary: "print a completion script for a shell",
        details:
            """
                bash: talaria completions bash > ~/.local/share/bash-completion/completions/talaria
                zsh:  echo 'source <(talaria completions zsh)' >> ~/.zshrc
                fish: talaria completions fish > ~/.config/fish/completions/talaria.fish
            """,
        atLeast: 1, atMost: 1
    ) { (arguments) throws(ExitFault) in
        guard let script = Completions.script(for: arguments.operands[0], commands: program.commands) else {
            throw arguments.usage("there are completions for \(Completions.shells.joined(separator: ", "))")
        }
        Terminal.show(script)
        return .well
    }
}
