import Drive
import Net

extension GatewayHost {
    /// The gateway that a run without a server talks to, on a free port of this machine. It says so.
    /// - Parameter agent: the path of the rule file that it plays; nil: the built-in scene.
    public static func embedded(
        agent: String?, paint: Paint, loop: Loop, journal: Journal
    ) throws(ExitFault) -> GatewayHost {
        let scene = try Scene(agent, paint: paint)
        guard scene.source.file.role == .gateway else {
            let path = scene.source.file.path
            throw ExitFault(
                .usage, "\(path) is not of role gateway: it cannot be the agent",
                hint: "talaria chat \(path) talks to this bot by hand")
        }
        var settings = GatewaySettings(scene)
        settings.listen = "127.0.0.1:0"
        let gateway = try GatewayHost(scene.source, settings: settings, loop: loop, journal: journal.ofAgent)
        journal.log(
            .info, "no server is named: the embedded gateway plays \(scene.name) at \(gateway.url)", at: loop.now.wall)
        return gateway
    }
}
