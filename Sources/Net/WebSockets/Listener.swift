import Time

/// A port that is listened on.
public final class Listener: LoopMember {
    public let settings: ListenSettings
    /// The address with the real port.
    public let address: SocketAddress
    private(set) var tls: TLSContext?
    /// It waits because there are as many connections as it may take.
    private(set) var isFull = false

    private unowned let sockets: WebSockets
    private var descriptor: Int32
    private var seat = Seat(index: -1)
    private var retry = Timer.none
    private var isExhausted = false

    /// After the descriptors ran out, until the next try.
    static let pause = Interval.milliseconds(100)
    /// Connections accepted before the others have their turn.
    private static let batch = 64

    init(_ settings: ListenSettings, of sockets: WebSockets) throws(NetFailure) {
        if let tls = settings.tls, tls.role != .server {
            throw NetFailure(.tls, "a listener needs a server's TLS settings")
        }
        self.settings = settings
        self.sockets = sockets
        tls = settings.tls
        (descriptor, address) = try TCPSocket.listen(
            on: settings.address, sharesPort: settings.sharesPort, deadPath: sockets.settings.deadPath)
        seat = sockets.loop.join(self)
        do {
            try sockets.loop.watch(descriptor, for: .read, seat: seat, token: 0)
        } catch {
            close()
            throw error
        }
    }

    /// Takes this certificate for connections from now on.
    public func replaceTLS(_ tls: TLSContext) {
        if self.tls != nil, tls.role == .server { self.tls = tls }
    }

    /// Stops listening; connections stay.
    public func close() {
        guard descriptor >= 0 else { return }
        sockets.loop.cancel(&retry)
        sockets.loop.leave(seat)
        TCPSocket.close(descriptor)
        descriptor = -1
        sockets.listeners.removeAll { $0 === self }
    }

    public func ready(_ token: UInt64, _ readiness: Readiness) {
        for _ in 0..<Listener.batch {
            guard descriptor >= 0 else { return }
            guard sockets.count < settings.maxConnections else {
                isFull = true
                return stopWatching()
            }
            switch TCPSocket.accept(descriptor) {
            case .socket(let accepted):
                isExhausted = false
                sockets.accepted(accepted, by: self)
            case .none: return
            case .exhausted(let error): return backOff(error)
            }
        }
    }

    /// A connection has ended: there may be room again.
    func resume() {
        guard isFull, sockets.count < settings.maxConnections else { return }
        isFull = false
        startWatching()
    }

    public func fired(_ timer: Timer, token: Int) {
        retry = .none
        startWatching()
    }

    /// The connections that wait are not lost: the kernel holds them until descriptors are free.
    private func backOff(_ error: Int32) {
        stopWatching()
        retry = sockets.loop.arm(at: sockets.loop.now.instant + Listener.pause, seat: seat, token: 0)
        guard !isExhausted else { return }
        isExhausted = true
        sockets.driver.troubled(self, .system(error, "cannot accept connections on \(address)", code: .descriptors))
    }

    private func stopWatching() { sockets.loop.rewatch(descriptor, for: [], seat: seat, token: 0) }

    private func startWatching() {
        if descriptor >= 0 { sockets.loop.rewatch(descriptor, for: .read, seat: seat, token: 0) }
    }
}
