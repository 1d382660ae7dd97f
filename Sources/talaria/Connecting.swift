import Console
import Drive
import Gateway
import Net
import Rules
import Runner

extension RunSettings {
    /// What the flags that all connecting commands share say.
    init(_ arguments: Arguments) throws(ExitFault) {
        self.init()
        url = arguments[.url]
        tokenFile = arguments[.tokenFile]
        authorities = arguments[.ca]
        isInsecure = arguments.has(.insecure)
        (certificate, key) = try arguments.certificate()
        state = arguments[.state]
        retries = !arguments.has(.noRetry)
    }
}

/// The gateway that a run without a server talks to. It says so.
func embedded(_ arguments: Arguments, loop: Loop, journal: Journal) throws(ExitFault) -> GatewayHost {
    let scene = try Scene(arguments[.agent], paint: arguments.paint)
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
