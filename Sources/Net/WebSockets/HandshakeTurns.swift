import Address

/// Turns at a client's TLS handshake, so that a wave of connections to one server is not slower than one after the other.
/// Each server has its own: one that cannot be reached, or says nothing, holds up nobody else's.
struct HandshakeTurns {
    struct Server {
        var running = 0
        var line = Line<Connection>()
    }

    /// At once, with one server.
    let most: Int
    private(set) var servers: [Origin: Server] = [:]

    init(most: Int) { self.most = most }

    /// Turns that are taken, with all servers.
    var running: Int { servers.values.reduce(0) { $0 + $1.running } }

    mutating func wait(_ connection: Connection, for server: Origin) {
        servers[server, default: Server()].line.append(connection)
    }

    /// Whose turn it is now, if there is one and somebody waits for it.
    mutating func next(for server: Origin) -> Connection? {
        guard let running = servers[server]?.running, running < most,
            let next = servers[server]?.line.popFirst()
        else { return nil }
        servers[server]?.running += 1
        return next
    }

    /// Gives one back.
    mutating func giveBack(_ server: Origin) {
        servers[server]?.running -= 1
        if let left = servers[server], left.running == 0, left.line.count == 0 { servers[server] = nil }
    }
}
