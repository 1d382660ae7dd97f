import Console
import Drive
import Rules
import Runner

extension Command {
    static let audit = Command(
        "audit", operands: "STATE-DIR", summary: "verify and print what was decided on prompts",
        details: """
            Reads the audit log of a state folder, or those of all bots that have a folder in it; checks that each record
            follows the one before by its SHA-256, over all files of a log; and prints a line a decision. A record that
            was changed, cut out, put in or moved is named by its file and line; so is a file that is gone from between
            others. A last line that a crash left unfinished is no fault: nothing was sent for it. It may run beside the
            bot.

            Exit codes: 0 the chain is whole, 1 it is broken, 66 no such folder or no log in it, 73 a bot runs on the
            folder (with --resume).
            """,
        flags: [.resume, .format, .color], atLeast: 1, atMost: 1
    ) { (arguments) throws(ExitFault) in
        let state = arguments.operands[0]
        let isJSON = arguments[.format] == "json"
        guard arguments.has(.resume) else {
            let paint = Paint(isOn: Terminal.hasColor(1, mode: arguments[.color]))
            return try AuditReport(state: state, format: isJSON ? .json : .text(paint)).print(Terminal.show)
        }
        let ended = try AuditResume(state: state).perform()
        Terminal.show(isJSON ? ended.json : ended.text)
        return .well
    }
}
