import Bot
import Drive
import Hermes
import Net
import Time

/// A socket that has not said who it is.
struct Guest {
    let connection: Connection
    var greeting: Greeting
    var timer: Timer
}

/// A device that has said hello once: its bot stays when the connection goes.
final class Device {
    let id: String
    let driven: Driven
    /// Of its newest connection; nil: it is not connected.
    var tag: Int?
    var hasEnded = false
    var lastSeen: Instant

    init(id: String, driven: Driven, lastSeen: Instant) {
        self.id = id
        self.driven = driven
        self.lastSeen = lastSeen
    }
}
