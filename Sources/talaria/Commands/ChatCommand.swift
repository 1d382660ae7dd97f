import Console
import Drive
import Gateway
import Glibc
import Net
import Runner

extension Command {
    static let chat = Command(
        "chat", summary: "talk to a gateway as a device, by hand, in the terminal",
        details: """
            Each line of standard input is sent as a text; what comes is written to standard output. Prompts are shown as
            cards and answered by an option's number or id; :help says how. With no server named by --url, the embedded
            gateway is started and plays a scene. At the end of the input it waits until all was read and the other end
            has been silent for two seconds.

            Exit codes: 69 unreachable (with --no-retry), 73 the state folder cannot be written or is in use, 77 access
            denied, 78 a bad configuration.
            """,
        flags: Flag.connecting + [.noRetry, .forTime, .agent], atMost: 0
    ) { (arguments) throws(ExitFault) in
        let settings = try RunSettings(arguments)
        let stopsAfter = try arguments.interval(.forTime)
        let loop = try newLoop()
        let journal = arguments.journal()
        defer { journal.finish() }
        var gateway: GatewayHost?
        if settings.url == nil { gateway = try embedded(arguments, loop: loop, journal: journal) }
        defer { gateway?.end() }
        let chat = try Chat(
            settings, url: settings.url ?? gateway?.url ?? "",
            paint: Paint(isOn: Terminal.hasColor(1, mode: arguments[.color])), isTerminal: isatty(1) == 1, loop: loop,
            journal: journal)
        try chat.start()
        return try live(loop, for: stopsAfter, journal: journal, drain: { chat.leave() }) ?? chat.exitCode
    }
}
