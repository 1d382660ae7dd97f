import Bot
import Time

/// Something that left the bot.
struct Departure {
    var bytes: [UInt8]
    var kind: Outgoing?
    var time: WallTime

    /// It may be left out of what is expected: typing, interim states, the first words of a connection.
    var mayGoUnnamed: Bool {
        switch kind {
        case .hello, .ready, .typing, .begun, .grown, nil: true
        default: false
        }
    }

    /// A state of a message that is not finished yet.
    var isInterim: Bool { kind == .begun || kind == .grown }
}
