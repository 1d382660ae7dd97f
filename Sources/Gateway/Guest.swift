import Address
import Bot
import Drive
import Hermes
import Net
import Time

/// What an upgrade request says of its sender.
struct Shown {
    /// In its query, and in its Authorization header.
    var tokens: [Secret] = []
    /// Where the sender reaches this gateway, as `http://HOST:PORT`: files are offered it there. nil: it does not say.
    var origin: String?

    init() {}

    init(_ request: HTTPRequest, isSecure: Bool) {
        tokens = [request.head.queryValue("token"), request.head.bearer].compactMap { $0.map { Secret($0) } }
        guard let host = request.head.fields.only("Host"), let (name, port) = HostPort.split(host),
            HostPort.isHost(name), port.map({ HostPort.isPort($0, least: 1) }) ?? true
        else { return }
        // A TLS proxy before us says so.
        let isSecure = isSecure || request.head.fields.only("X-Forwarded-Proto")?.lowercased() == "https"
        origin = (isSecure ? "https://" : "http://") + host
    }
}

/// A socket that has not said who it is.
struct Guest {
    let connection: Connection
    let origin: String?
    var greeting: Greeting
    var timer: Timer
}

/// A device that has said hello once: its bot stays when the connection goes.
final class Device {
    let id: String
    let driven: Driven
    /// Of its newest connection; nil: it is not connected.
    var tag: Int?
    /// Where it reaches this gateway.
    var origin: String?
    var hasEnded = false
    var lastSeen: Instant

    init(id: String, driven: Driven, lastSeen: Instant) {
        self.id = id
        self.driven = driven
        self.lastSeen = lastSeen
    }
}
