import Time

// Happy Eyeballs, version 2 (RFC 8305): the addresses of a host are tried one after another, families in turn, each a
// quarter of a second after the last or as soon as that one failed; the first that connects wins. Events and the time
// go in, the next step comes out.

struct AddressRace {
    enum Step: Equatable {
        /// Begin an attempt now, and ask again.
        case attempt(SocketAddress)
        /// Attempts are running; ask again then, or when one fails.
        case wait(until: Instant)
        /// All have been tried; what is running decides.
        case waitForTheLast
        /// All have failed.
        case lost
    }

    /// The Connection Attempt Delay (RFC 8305 section 5).
    static let delay = Interval.milliseconds(250)

    private var rest: ArraySlice<SocketAddress>
    private var running = 0
    private var nextAt = Instant.zero

    /// - Parameter addresses: as the resolver sorted them (RFC 6724); its first decides which family begins.
    init(_ addresses: [SocketAddress]) { rest = AddressRace.interleaved(addresses)[...] }

    mutating func next(_ now: Instant) -> Step {
        guard let address = rest.first else { return running > 0 ? .waitForTheLast : .lost }
        if running > 0, now < nextAt { return .wait(until: nextAt) }
        rest.removeFirst()
        running += 1
        nextAt = now + AddressRace.delay
        return .attempt(address)
    }

    /// An attempt failed: the next need not wait.
    mutating func attemptFailed() {
        running -= 1
        nextAt = .zero
    }

    /// Families in turn (RFC 8305 section 4).
    static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard let first = addresses.first else { return [] }
        let same = addresses.filter { $0.ip.family == first.ip.family }
        let other = addresses.filter { $0.ip.family != first.ip.family }
        var mixed: [SocketAddress] = []
        for index in 0..<max(same.count, other.count) {
            if index < same.count { mixed.append(same[index]) }
            if index < other.count { mixed.append(other[index]) }
        }
        return mixed
    }
}
