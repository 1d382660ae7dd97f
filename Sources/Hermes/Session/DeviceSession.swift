import Time

// The life of a device's connection, as protocol.md ("Connection") tells it. Its rule: an event and the time go in, what is to be
// done comes out; what the driver must wake it for is `deadline`. Settings are handed in, since 100,000 devices share them.
//
//     idle --start--> connecting --opened--> greeting --ready--> ready
//                         |                     |                  |
//                         +------- ended, or a time is up ---------+--> waiting --tick--> connecting
//                         |                                        |
//                         +- 1008, 401, 403, a fatal error --------+--> failed
//     stop, in any state --> stopped;     start, in idle, waiting, failed, stopped --> connecting

/// The state of one device's connection to its gateway.
public struct DeviceSession: Sendable {
    public struct Settings: Sendable, Hashable {
        public var connectTimeout: Interval
        /// From the open socket to `ready`.
        public var helloTimeout: Interval
        /// Between two WebSocket pings; zero: none are sent.
        public var ping: Interval
        /// Silence after which the connection is dead; zero: never.
        public var deadAfter: Interval
        public var backoff: Backoff

        public init(
            connectTimeout: Interval = .seconds(10), helloTimeout: Interval = .seconds(20),
            ping: Interval = .seconds(30), deadAfter: Interval = .seconds(75), backoff: Backoff = Backoff()
        ) {
            self.connectTimeout = connectTimeout
            self.helloTimeout = helloTimeout
            self.ping = ping
            self.deadAfter = deadAfter
            self.backoff = backoff
        }
    }

    public enum Phase: Sendable, Hashable {
        case idle
        case connecting(until: Instant)
        /// The socket is open, hello is sent, `ready` has not come.
        case greeting(until: Instant)
        case ready(Liveness)
        /// Before the next attempt.
        case waiting(until: Instant)
        /// It never reconnects by itself.
        case failed(Failure)
        /// Closed on purpose.
        case stopped
    }

    /// What tells a living connection from a dead one.
    public struct Liveness: Sendable, Hashable {
        public var since: Instant
        /// The last inbound frame of any kind.
        public var heard: Instant
        public var nextPing: Instant
    }

    public enum Failure: String, Sendable, Hashable, CaseIterable {
        /// Close code 1008, 401 or 403 at the upgrade, or an `error` with `fatal`.
        case denied
        /// `maxAttempts` failures in a row.
        case gaveUp = "gave_up"
        /// It cannot work as it is configured.
        case impossible
    }

    /// How a connection, or the attempt to make one, ended.
    public enum Ending: Sendable, Hashable {
        /// A close frame; 1005 where it had no code (RFC 6455 section 7.4).
        case closed(code: UInt16)
        /// The upgrade was answered with something else than 101.
        case refused(status: Int)
        /// No name, no route, no TLS, a reset, an end without a close frame.
        case lost
        case impossible
    }

    // In this order they fill 32 bytes.
    public private(set) var phase = Phase.idle
    private var wasReady = false
    /// Failures in a row; `ready` that holds for a while ends the row.
    public private(set) var failures: UInt32 = 0

    public init() {}

    // MARK: Events

    /// The bot begins, or begins again. False: a connection is there or under way already, and nothing is to be done.
    /// True: connect.
    public mutating func start(now: Instant, settings: Settings) -> Bool {
        switch phase {
        case .connecting, .greeting, .ready:
            return false
        case .failed, .stopped:
            failures = 0
            fallthrough
        case .idle, .waiting:
            phase = .connecting(until: now + settings.connectTimeout)
            return true
        }
    }

    /// The socket is open. True: send hello. False: nobody waits for it; close it.
    public mutating func opened(now: Instant, settings: Settings) -> Bool {
        guard case .connecting = phase else { return false }
        phase = .greeting(until: now + settings.helloTimeout)
        return true
    }

    public enum Greeting: Sendable, Hashable {
        /// The session is ready; `again`: not for the first time.
        case ready(again: Bool)
        /// `ready` where none was due.
        case ignored
    }

    /// A `ready` frame came.
    public mutating func welcomed(now: Instant, settings: Settings) -> Greeting {
        guard case .greeting = phase else { return .ignored }
        phase = .ready(Liveness(since: now, heard: now, nextPing: now + settings.ping))
        defer { wasReady = true }
        return .ready(again: wasReady)
    }

    /// An inbound frame of any kind, pongs included.
    public mutating func heard(now: Instant) {
        guard case .ready(var liveness) = phase else { return }
        liveness.heard = max(liveness.heard, now)
        phase = .ready(liveness)
    }

    /// An `error` frame with `fatal` came. True: the session has failed by it; close the connection.
    public mutating func denied() -> Bool {
        switch phase {
        case .connecting, .greeting, .ready:
            phase = .failed(.denied)
            return true
        case .idle, .waiting, .failed, .stopped:
            return false
        }
    }

    public enum Consequence: Sendable, Hashable {
        /// Wait for the deadline; it is the next attempt.
        case retry(at: Instant)
        case failed(Failure)
        /// The end of a connection that this session has given up already.
        case ignored
    }

    /// The connection, or the attempt to make one, ended.
    public mutating func ended(
        _ ending: Ending, now: Instant, settings: Settings, using random: inout some RandomNumberGenerator
    ) -> Consequence {
        switch phase {
        case .connecting, .greeting, .ready: break
        case .idle, .waiting, .failed, .stopped: return .ignored
        }
        switch ending {
        case .closed(code: 1008), .refused(status: 401), .refused(status: 403): return fail(.denied)
        case .impossible: return fail(.impossible)
        case .closed, .refused, .lost: return retry(now: now, settings: settings, using: &random)
        }
    }

    public enum Due: Sendable, Hashable {
        case nothing
        case connect
        /// Send a WebSocket ping.
        case ping
        /// Drop the connection, or the attempt to make one, without a handshake.
        case drop(Cause, Consequence)
    }

    public enum Cause: String, Sendable, Hashable, CaseIterable {
        case connectTimeout = "connect_timeout"
        case helloTimeout = "hello_timeout"
        /// Nothing was heard for `deadAfter`.
        case silence
    }

    /// Time has passed; at the latest when the deadline has come.
    public mutating func tick(
        now: Instant, settings: Settings, using random: inout some RandomNumberGenerator
    ) -> Due {
        switch phase {
        case .idle, .failed, .stopped:
            return .nothing
        case .waiting(let until):
            guard now >= until else { return .nothing }
            phase = .connecting(until: now + settings.connectTimeout)
            return .connect
        case .connecting(let until):
            guard now >= until else { return .nothing }
            return .drop(.connectTimeout, retry(now: now, settings: settings, using: &random))
        case .greeting(let until):
            guard now >= until else { return .nothing }
            return .drop(.helloTimeout, retry(now: now, settings: settings, using: &random))
        case .ready(var liveness):
            if settings.deadAfter > .zero, now >= liveness.heard + settings.deadAfter {
                return .drop(.silence, retry(now: now, settings: settings, using: &random))
            }
            guard settings.ping > .zero, now >= liveness.nextPing else { return .nothing }
            liveness.nextPing = now + settings.ping
            phase = .ready(liveness)
            return .ping
        }
    }

    /// Closed on purpose: it stays so until `start`. True: there is a connection to close.
    public mutating func stop() -> Bool {
        let isConnected =
            switch phase {
            case .connecting, .greeting, .ready: true
            case .idle, .waiting, .failed, .stopped: false
            }
        phase = .stopped
        return isConnected
    }

    /// When `tick` is due; nil: only an event can change anything.
    public func deadline(_ settings: Settings) -> Instant? {
        switch phase {
        case .idle, .failed, .stopped:
            return nil
        case .connecting(let until), .greeting(let until), .waiting(let until):
            return until
        case .ready(let liveness):
            let dead = settings.deadAfter > .zero ? liveness.heard + settings.deadAfter : .distantFuture
            let ping = settings.ping > .zero ? liveness.nextPing : .distantFuture
            let next = min(dead, ping)
            return next == .distantFuture ? nil : next
        }
    }

    public var isReady: Bool {
        if case .ready = phase { return true }
        return false
    }

    // MARK: Steps

    private mutating func fail(_ failure: Failure) -> Consequence {
        phase = .failed(failure)
        return .failed(failure)
    }

    private mutating func retry(
        now: Instant, settings: Settings, using random: inout some RandomNumberGenerator
    ) -> Consequence {
        if case .ready(let liveness) = phase, now - liveness.since >= settings.backoff.settle { failures = 0 }
        let before = Int(failures)
        failures = failures == .max ? .max : failures + 1
        if let most = settings.backoff.maxAttempts, before + 1 >= most { return fail(.gaveUp) }
        let until = now + settings.backoff.delay(after: before, using: &random)
        phase = .waiting(until: until)
        return .retry(at: until)
    }
}
