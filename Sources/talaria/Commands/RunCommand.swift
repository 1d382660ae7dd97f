import Console
import Drive
import Gateway
import Net
import Rules
import Runner
import Time

extension Command {
    static let run = Command(
        "run", operands: "BOT.json...", summary: "run bots against a server, unattended",
        details: """
            Each bot connects as a device of its own, and stays: it reconnects by itself until access is denied.
            With no server named, in the file or by --url, the embedded gateway is started on a free loopback port
            and plays a scene, so that a bot can be seen at work without any server.

            Exit codes: 65 a fault in a rule file, 66 no such file, 69 unreachable (with --no-retry), 73 the state
            folder cannot be written or is in use, 77 access denied, 78 a bad configuration, such as a missing token.
            """,
        flags: Flag.connecting + [.noRetry, .forTime, .agent, .watch, .drain, .noApprove, .record, .redact], atLeast: 1
    ) { (arguments) throws(ExitFault) in
        if arguments.has(.redact), !arguments.has(.record) { throw arguments.usage("--redact goes with --record") }
        return try run(arguments, recording: arguments[.record])
    }

    static let record = Command(
        "record", operands: "BOT.json...", summary: "run bots and record their sessions",
        details: """
            The same as `run --record FILE`. The recording is NDJSON, a line a frame, and can be read while it is
            written. Tokens are never in it, and media bodies only by size and hash. A full disk does not stop a bot: it
            is said, and so is how many lines are missing.

            Exit codes: those of `run`; 73 also if the recording cannot be made.
            """,
        flags: Flag.connecting + [.noRetry, .forTime, .agent, .watch, .drain, .noApprove, .out, .redact], atLeast: 1
    ) { (arguments) throws(ExitFault) in
        guard let file = arguments[.out] else { throw arguments.usage("record needs --out FILE") }
        return try run(arguments, recording: file)
    }

    private static func run(_ arguments: Arguments, recording: String?) throws(ExitFault) -> ExitCode {
        let paint = arguments.paint
        let sources = try readAll(arguments.operands, paint: paint)
        if let other = sources.first(where: { $0.file.role != .device }) {
            throw ExitFault(.usage, "\(other.file.path) is of role gateway", hint: "talaria serve \(other.file.path)")
        }
        var settings = try RunSettings(arguments)
        settings.approves = !arguments.has(.noApprove)
        if let drain = try arguments.interval(.drain) { settings.drain = drain }
        let stopsAfter = try arguments.interval(.forTime)
        settings.recording = recording
        settings.redactsTexts = arguments.has(.redact)

        let loop = try newLoop()
        let journal = arguments.journal(namesBots: sources.count > 1)
        defer { journal.finish() }
        var gateway: GatewayHost?
        if settings.url == nil, sources.contains(where: { $0.file.server.url == nil }) {
            gateway = try .embedded(agent: arguments[.agent], paint: arguments.paint, loop: loop, journal: journal)
        }
        defer { gateway?.end() }
        let fleet = try Fleet(settings, sources: sources, fallback: gateway?.url, loop: loop, journal: journal)
        defer { fleet.end() }
        try fleet.start()
        let agent = arguments[.agent]
        let watch = try arguments.watch(arguments.operands + (agent.map { [$0] } ?? []), loop) { [gateway] paths in
            fleet.reload(paths)
            if let agent, paths.contains(agent) { gateway?.reload() }
        }
        defer { watch?.end() }
        let stopped = try live(
            loop, for: stopsAfter, journal: journal, drain: { fleet.drain() }, reload: { fleet.reload() },
            status: { fleet.reportStatus() })
        if let stopped { return stopped }
        fleet.end()
        return ownCode(fleet.exitCode, journal)
    }
}
