/// Completion scripts for shells, made from the declarations.
public enum Completions {
    public static let shells = ["bash", "zsh", "fish"]

    /// - Returns: nil for a shell that has none.
    public static func script(for shell: String, commands: [Command]) -> String? {
        switch shell {
        case "bash": bash(commands)
        case "zsh": "autoload -U bashcompinit && bashcompinit\n" + bash(commands)
        case "fish": fish(commands)
        default: nil
        }
    }

    private static func bash(_ commands: [Command]) -> String {
        var script = """
            _talaria() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(commands.map(\.name).joined(separator: " "))" -- "$word"))
                    return
                fi
                case "$before" in

            """
        for flag in choices(commands) {
            guard case .choice(let values) = flag.value else { continue }
            script +=
                "        \(flag.name)) COMPREPLY=($(compgen -W \"\(values.joined(separator: " "))\" -- \"$word\")); return;;\n"
        }
        script += "    esac\n    case \"$word\" in\n    -*) case \"${COMP_WORDS[1]}\" in\n"
        for command in commands {
            let names = command.allFlags().map(\.name).joined(separator: " ")
            script += "        \(command.name)) COMPREPLY=($(compgen -W \"\(names)\" -- \"$word\"));;\n"
        }
        return script + "        esac;;\n    *) COMPREPLY=($(compgen -f -- \"$word\"));;\n    esac\n}\n"
            + "complete -o filenames -F _talaria talaria\n"
    }

    private static func fish(_ commands: [Command]) -> String {
        var script = ""
        for command in commands {
            script +=
                "complete -c talaria -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'\n"
            for flag in command.allFlags() {
                var line =
                    "complete -c talaria -n '__fish_seen_subcommand_from \(command.name)' -l \(flag.name.dropFirst(2))"
                switch flag.value {
                case .none: break
                case .text: line += " -r"
                case .choice(let values): line += " -x -a '\(values.joined(separator: " "))'"
                }
                script += line + " -d '\(quoted(flag.help))'\n"
            }
        }
        return script
    }

    private static func choices(_ commands: [Command]) -> [Flag] {
        var seen: Set<String> = []
        return commands.flatMap(\.flags).filter {
            if case .choice = $0.value { seen.insert($0.name).inserted } else { false }
        }
    }

    private static func quoted(_ text: String) -> String {
        text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
    }
}
