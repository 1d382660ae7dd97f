import Console
import Drive
import Gateway
import Glibc
import Net
import Runner

extension Command {
    static let chat = Command(
        "chat", operands: "[BOT.json]", summary: "talk to a bot, or to a gateway as a device, by hand, in the terminal",
        details: """
            With a rule file you are the gateway of that bot: each line of standard input is a message to it, and what it
            sends is written to standard output. The bot is the one that `run` would run, with real timers and fetches;
            its state is kept nowhere, unless --state names a folder. :prompt shows it a prompt, :why what each rule made
            of your last message; :help says how. In a pipe each line is shown (→) and waits until the bot is done with the one
            before; it ends with the input, as soon as the bot is done, and waits for that ten seconds at most.

            Without one you are a device: each line is sent as a text; what comes is written to standard output. Prompts
            are shown as cards and answered by an option's number or id; :help says how. With no server named by --url,
            the embedded gateway is started and plays a scene. At the end of the input it waits until all was read and the
            other end has been silent for two seconds.

            Exit codes: 65 a fault in the rule file, 66 no such file, 69 unreachable (with --no-retry), 73 the state
            folder cannot be written or is in use, 77 access denied, 78 a bad configuration.
            """,
        flags: Flag.connecting + [.noRetry, .forTime, .agent], atMost: 1
    ) { (arguments) throws(ExitFault) in
        if let path = arguments.operands.first { return try chat(with: path, arguments) }
        let settings = try RunSettings(arguments)
        let stopsAfter = try arguments.interval(.forTime)
        let loop = try newLoop()
        let journal = arguments.journal()
        defer { journal.finish() }
        var gateway: GatewayHost?
        if settings.url == nil {
            gateway = try .embedded(agent: arguments[.agent], paint: arguments.paint, loop: loop, journal: journal)
        }
        defer { gateway?.end() }
        let chat = try Chat(
            settings, url: settings.url ?? gateway?.url ?? "",
            paint: Paint(isOn: Terminal.hasColor(1, mode: arguments[.color])), isTerminal: isatty(1) == 1, loop: loop,
            journal: journal)
        try chat.start()
        return try live(loop, for: stopsAfter, journal: journal, drain: { chat.leave() }) ?? chat.exitCode
    }

    private static func chat(with path: String, _ arguments: Arguments) throws(ExitFault) -> ExitCode {
        if let flag = [Flag.url, .agent, .tokenFile].first(where: arguments.has) {
            throw arguments.usage("chat BOT.json talks to the bot itself: \(flag.name) has no part in it")
        }
        let loop = try newLoop()
        let journal = arguments.journal(hidesFrames: true)
        defer { journal.finish() }
        let chat = try BotChat(
            RunSettings(arguments), bot: path, paint: Paint(isOn: Terminal.hasColor(1, mode: arguments[.color])),
            loop: loop, journal: journal)
        try chat.start()
        let time = try arguments.interval(.forTime)
        let stopped = try live(loop, for: time, journal: journal, drain: { chat.leave() })
        chat.end()
        return stopped ?? ownCode(chat.exitCode, journal)
    }
}
