import Console
import Drive
import Prove
import Rules
import Time

extension Command {
    static let why = Command(
        "why", operands: "BOT.json", summary: "what each rule makes of one event, and why",
        details: """
            Shows every rule in the order in which it is tried: whether it fires, else the first condition that does not
            hold, with what it wanted, what it saw, and the smallest change that would do where that is known. Below a
            rule that fires stand the conditions that held, with what they saw, and its actions with their rendered
            texts. The bot is the one that runs, in virtual time: nothing is sent, fetched or kept. “-” reads the text
            or the object from standard input.

            Exit codes: 0 explained, 64 usage (also an unknown variable or state), 65 a fault in the rule file, 66 no such
            file.
            """,
        flags: [.text, .frame, .prompt, .variable, .inState, .atTime, .format, .color], atLeast: 1, atMost: 1,
        stray: { "--text “\($0)” says that a message comes in" }
    ) { (arguments) throws(ExitFault) in
        let path = arguments.operands[0]
        var time = try arguments.time(.atTime)
        if time == nil { time = try newLoop().now.wall }
        let question = Question(
            try event(arguments), variables: arguments.all(.variable), state: arguments[.inState],
            at: time ?? WallTime(milliseconds: 0))
        let explanation = try explanation(question, path: path, paint: arguments.paint)
        Terminal.show(
            arguments[.format] == "json"
                ? explanation.json() + "\n"
                : explanation.text(colour: Terminal.hasColor(1, mode: arguments[.color])))
        return .well
    }

    private static func explanation(
        _ question: Question, path: String, paint: Paint
    ) throws(ExitFault) -> Explanation {
        do throws(WhyFault) { return try Why(.real).answer(question, path: path) } catch { throw fault(error, paint) }
    }

    private static func fault(_ fault: WhyFault, _ paint: Paint) -> ExitFault {
        switch fault {
        case .question(let message, let hint): ExitFault(.usage, message, hint: hint)
        case .malformed(let text): ExitFault(.usage, text)
        case .unreadable(let file): ExitFault(.noInput, file.reason, hint: file.hint)
        case .refused(let refusal):
            ExitFault(
                .badFile,
                DiagnosticPrinter(source: refusal.source, colour: paint.isOn)
                    .text(of: refusal.diagnostics.filter { $0.severity == .error }))
        }
    }

    private static func event(_ arguments: Arguments) throws(ExitFault) -> Question.Event {
        let kinds: [(Flag, (String) -> Question.Event)] = [
            (.text, { .text($0) }), (.frame, { .frame($0) }), (.prompt, { .prompt($0) }),
        ]
        let given = kinds.filter { arguments.has($0.0) }
        guard given.count == 1, let (flag, make) = given.first else {
            throw arguments.usage(
                "why takes one of --text, --frame and --prompt",
                hint: "talaria why \(arguments.operands[0]) --text \"hello\"")
        }
        return make(try arguments.textOrInput(flag))
    }
}
