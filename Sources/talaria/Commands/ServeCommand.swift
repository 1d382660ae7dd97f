import Console
import Drive
import Gateway
import Net
import Rules

extension Command {
    static let serve = Command(
        "serve", operands: "[BOT.json]", summary: "the embedded gateway: a server's end, scripted by a rule file",
        details: """
            Devices connect to it as to a real server. The rule file has "role": "gateway"; without one, a built-in
            scene is played with any device (the same as bots/agent.json). With no token set, it listens on loopback
            addresses alone.

            With --workers, several processes listen on the one port, and the kernel spreads the connections over them. A
            device's state is in the worker that has its connection. A worker that crashes is started again; one that ends
            by itself with a fault ends all.

            SIGHUP reads the rule file, the tokens and the certificate anew; --watch does when the rule file changes.

            Exit codes: 65 a fault in the rule file, 66 no such file, 73 the port is in use, 78 a bad configuration.
            """,
        flags: [
            .listen, .path, .cert, .key, .workers, .watch, .forTime, .drain, .state, .log, .logLevel, .quiet, .color,
        ],
        atMost: 1
    ) { (arguments) throws(ExitFault) in
        let scene = try Scene(arguments.operands.first, paint: arguments.paint)
        let source = scene.source
        guard source.file.role == .gateway else {
            let hint = "talaria run \(source.file.path), or talaria chat \(source.file.path) to talk to it by hand"
            throw ExitFault(.usage, "\(source.file.path) is of role device", hint: hint)
        }
        var settings = GatewaySettings(scene)
        if let state = arguments[.state] { settings.state = state }
        settings.listen = arguments[.listen]
        settings.path = arguments[.path]
        (settings.certificate, settings.key) = try arguments.certificate()
        if let drain = try arguments.interval(.drain) { settings.drain = drain }

        let plan = try GatewayPlan(source, settings: settings)
        let loop = try newLoop()
        let journal = arguments.journal()
        defer { journal.finish() }
        let shard = try Shard.own()
        if shard == nil, let count = try arguments.number(.workers, in: 1...1000), count > 1 {
            return try serve(plan, scene.name, workers: count, arguments, loop: loop, journal: journal)
        }
        let gateway = try GatewayHost(plan, shard: shard, loop: loop, journal: journal)
        // Said from the loop: from then on it hears signals too.
        loop.after(.zero) { now in
            let level: LogLevel = shard == nil ? .info : .debug
            journal.log(level, "listening on \(gateway.url) and playing \(scene.name)", at: now.wall)
            shard?.sayReady()
        }
        // The parent of workers counts the time for all.
        let stopsAfter = shard == nil ? try arguments.interval(.forTime) : nil
        // The parent watches for all its workers.
        let watch = shard == nil ? try arguments.watch(arguments.operands, loop) { _ in gateway.reload() } : nil
        defer { watch?.end() }
        let stopped = try live(
            loop, for: stopsAfter, journal: journal, drain: { gateway.drain { loop.stop() } },
            reload: { gateway.reload() })
        return stopped ?? .well
    }

    private static func serve(
        _ plan: GatewayPlan, _ scene: String, workers count: Int, _ arguments: Arguments, loop: Loop, journal: Journal
    ) throws(ExitFault) -> ExitCode {
        let workers = try WorkerProcesses(
            count, plan: plan, arguments: Array(CommandLine.arguments.dropFirst()), loop: loop, journal: journal)
        let url = GatewayHost.url(workers.address, plan)
        try workers.start {
            journal.log(.info, "listening on \(url) with \(count) workers and playing \(scene)", at: loop.now.wall)
        }
        let watch = try arguments.watch(arguments.operands, loop) { _ in workers.signal(.hangup) }
        defer { watch?.end() }
        let stopped = try live(
            loop, for: try arguments.interval(.forTime), journal: journal, grace: WorkerProcesses.grace,
            drain: { workers.drain() }, reload: { workers.signal(.hangup) })
        workers.end()
        return stopped ?? workers.exitCode
    }
}
