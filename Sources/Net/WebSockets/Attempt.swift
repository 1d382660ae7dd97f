import Address
import Time
import WebSocket

/// A client's connection on its way to being open.
final class Attempt {
    enum Stage {
        /// Not begun: it waits for a turn at the handshake.
        case waiting
        case resolving
        /// It owns the sockets of these contenders: who closes one, or lets it win, takes it out.
        case racing(AddressRace, [Contender])
        case proxying(ResponseReader)
        case securing
        case upgrading(UpgradeRequest, ResponseReader)
    }

    /// A TCP connection in the race.
    struct Contender {
        var descriptor: Int32
        var address: SocketAddress
    }

    let request: ConnectRequest
    let proxy: ProxySettings.Proxy?
    /// Whom TLS is to be spoken with.
    let server: Origin
    var stage = Stage.waiting
    var opening: Opening
    var deadline = Instant.distantFuture
    var lastFailure: NetFailure?
    /// It counts among the handshakes at once.
    var holdsTurn = false

    init(_ request: ConnectRequest, now: Instant) {
        self.request = request
        let url = request.url
        proxy = request.proxy.proxy(isSecure: url.isSecure, host: url.host, port: UInt16(clamping: url.port))
        server = Origin(host: url.host, port: url.port)
        opening = Opening(began: now)
    }

    /// Whom TCP is to be spoken with.
    var nextHop: (host: String, port: UInt16) {
        proxy.map { ($0.host, $0.port) } ?? (request.url.host, UInt16(clamping: request.url.port))
    }

    /// A failure on the way to the next hop; where that is a proxy, it says so.
    func onTheWay(_ failure: NetFailure) -> NetFailure {
        guard proxy != nil else { return failure }
        return NetFailure(failure.code, "no way to the proxy: \(failure.text)")
    }

    /// What an attempt that took too long was waiting for.
    func timeoutText(_ resolver: Resolver) -> String {
        let limit = "within \(request.timeout.milliseconds) ms"
        let who = proxy == nil ? "" : "the proxy "
        switch stage {
        case .waiting, .resolving:
            let busy = resolver.busy(before: nextHop.host)
            let why = busy.map { ": \($0) other names are being looked up, and no name server answers for them" } ?? ""
            return "the address of \(who)\(nextHop.host) was not found \(limit)\(why)"
        case .racing: return "\(who)\(nextHop.host):\(nextHop.port) did not take the connection \(limit)"
        case .proxying: return "\(who)\(nextHop.host):\(nextHop.port) did not answer \(limit)"
        case .securing: return "the TLS handshake with \(request.url.host) was not done \(limit)"
        case .upgrading: return "\(request.url) did not answer the upgrade \(limit)"
        }
    }
}

/// A server's connection before its request is judged.
final class Arrival {
    enum Stage {
        case securing
        case reading(HeadReader)
    }

    let listener: Listener
    var stage: Stage
    var opening: Opening

    init(_ listener: Listener, isSecure: Bool, now: Instant) {
        self.listener = listener
        stage = isSecure ? .securing : .reading(HeadReader(limits: listener.settings.headLimits))
        opening = Opening(began: now)
    }
}

/// The answer to a plain request on its way out.
final class Exchange {
    var body: FileBody?

    init(_ body: FileBody?) { self.body = body }
}
