import Net
import Time
import WebSocket

// What both echoes share. The suite sends messages of up to 16 MB, split any way.

enum Echo {
    static var settings: WebSocketSettings {
        var settings = WebSocketSettings()
        settings.maxMessage = 32 << 20
        settings.maxQueue = 128 << 20
        return settings
    }

    /// Sends a message back, and reads no more while the peer does not.
    static func back(
        _ message: Span<UInt8>, _ kind: MessageKind, on connection: Net.Connection, _ sockets: WebSockets
    ) {
        guard sockets.send(message, kind, on: connection) == .accepted else {
            return sockets.close(connection, code: CloseCode.internalError, reason: "the echo's queue is full")
        }
    }

    static func fail(_ text: String) -> Int32 {
        print("bench: " + text)
        return 1
    }
}
