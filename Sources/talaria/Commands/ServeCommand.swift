import Console
import Drive
import Gateway

extension Command {
    static let serve = Command(
        "serve", operands: "[BOT.json]", summary: "the embedded gateway: a server's end, scripted by a rule file",
        details: """
            Devices connect to it as to a real server. The rule file has "role": "gateway"; without one, a built-in
            scene is played with any device (the same as bots/agent.json). With no token set, it listens on loopback
            addresses alone.

            Exit codes: 65 a fault in the rule file, 66 no such file, 73 the port is in use, 78 a bad configuration.
            """,
        flags: [.listen, .path, .cert, .key, .forTime, .drain, .state, .log, .logLevel, .quiet, .color], atMost: 1
    ) { (arguments) throws(ExitFault) in
        let scene = try Scene(arguments.operands.first, paint: arguments.paint)
        let source = scene.source
        guard source.file.role == .gateway else {
            throw ExitFault(.usage, "\(source.file.path) is of role device", hint: "talaria run \(source.file.path)")
        }
        guard arguments.has(.cert) == arguments.has(.key) else { throw arguments.usage("--cert and --key go together") }
        var settings = GatewaySettings(scene)
        if let state = arguments[.state] { settings.state = state }
        settings.listen = arguments[.listen]
        settings.path = arguments[.path]
        settings.certificate = arguments[.cert]
        settings.key = arguments[.key]
        if let drain = try arguments.interval(.drain) { settings.drain = drain }

        let loop = try newLoop()
        let journal = arguments.journal()
        defer { journal.finish() }
        let gateway = try GatewayHost(source, settings: settings, loop: loop, journal: journal)
        journal.log(.info, "listening on \(gateway.url) and playing \(scene.name)", at: loop.now.wall)
        let stopsAfter = try arguments.interval(.forTime)
        return try live(loop, for: stopsAfter, journal: journal, drain: { gateway.drain { loop.stop() } }) ?? .well
    }
}
