import Drive

/// docs/cli.md: made from the declarations, so that it cannot say anything else than the program does.
/// `talaria help manual > docs/cli.md` writes it anew; a test holds the two equal.
enum Manual {
    static func text(_ commands: [Command]) -> String {
        var text = """
            # The command line

            This page is printed by `talaria help manual`, from the same declarations as the help and the completions.
            Results go to standard output, logs and progress to standard error.

            | Command | What it does |
            |---|---|

            """
        for command in commands {
            text += "| [`talaria \(command.name)`](#talaria-\(command.name)) | \(command.summary) |\n"
        }
        for command in commands {
            let operands = command.operands.isEmpty ? "" : " " + command.operands
            text +=
                "\n## talaria \(command.name)\n\n    talaria \(command.name)\(operands) [FLAGS]\n\n\(command.details)\n\n"
            text += "| Flag | |\n|---|---|\n"
            for flag in command.allFlags() { text += "| `\(escaped(flag.usage))` | \(escaped(flag.help)) |\n" }
        }
        return text + "\n" + exitCodes + "\n" + surroundings
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }

    private static let exitCodes = """
        ## Exit codes

        | Code | Meaning |
        |---|---|
        | 0 | all is well |
        | 1 | a test or a threshold failed; `fmt --check` or `check --strict` found something |
        | 64 | the command line is wrong |
        | 65 | a fault in a rule file, a test file or a plan; it goes before 66 where both apply |
        | 66 | no such file |
        | 69 | the server cannot be reached, and the command was told not to retry |
        | 70 | a fault of Talaria's own |
        | 73 | something cannot be written, or is in use: a state folder, a port |
        | 75 | the load generator was the bottleneck: the run proves nothing |
        | 77 | access denied: close code 1008, HTTP 401 or 403, or a fatal error |
        | 78 | a bad configuration, such as a token that is named and missing |
        | 130, 143 | stopped at once by a second SIGINT or SIGTERM; the first one lets what is under way end |

        With several bots, `run` goes on until the last has ended; its code is that of the first that failed.

        """

    private static let surroundings = """
        ## Surroundings

        | Variable | |
        |---|---|
        | `TALARIA_TOKEN` | the token, where neither `--token-file` nor the rule file names one |
        | `CREDENTIALS_DIRECTORY` | systemd's: a credential named `token` is taken where there is no other |
        | `STATE_DIRECTORY`, `XDG_STATE_HOME` | where state is kept without `--state` |
        | `NO_COLOR`, `TERM=dumb` | no colours |
        | `TZ`, `TZDIR` | the clock that logs show, and where the time zones are |

        A bot's state folder is the one that `--state` (or `STATE_DIRECTORY`) names if it is the only bot of the process,
        and a folder of its name in it if there are several; without either it is
        `$XDG_STATE_HOME/talaria/NAME`. A file `approvals.off` in it, or in the folder above it, stops all approving.

        """
}
