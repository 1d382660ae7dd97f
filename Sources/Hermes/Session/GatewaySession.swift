import Time

// A gateway's end of one connection: who may come in, and how fast it may talk. Nothing but hello is heard before hello.

/// The state of one device's connection, seen from its gateway.
public struct GatewaySession: Sendable {
    public struct Settings: Sendable, Hashable {
        /// From the open socket to hello.
        public var helloTimeout: Interval
        /// Frames a second that a device may send; nil: any number.
        public var rate: Double?

        public init(helloTimeout: Interval = .seconds(20), rate: Double? = nil) {
            self.helloTimeout = helloTimeout
            self.rate = rate
        }
    }

    public enum Phase: Sendable, Hashable {
        /// Before hello.
        case greeting(until: Instant)
        case open
        case refused
    }

    /// Why a connection ends: the frame to send, then the close.
    public struct Refusal: Sendable, Equatable {
        public var error: ErrorFrame
        /// RFC 6455 section 7.4; 1008 tells a device never to come back.
        public var closeCode: UInt16

        public init(error: ErrorFrame, closeCode: UInt16) {
            self.error = error
            self.closeCode = closeCode
        }

        public static let denied = Refusal(
            error: ErrorFrame(code: "denied", message: "the token is not good for this device", fatal: true),
            closeCode: 1008)
        public static let version = Refusal(
            error: ErrorFrame(code: "version", message: "only version 1 of the protocol is spoken", fatal: true),
            closeCode: 1008)
        public static let helloFirst = Refusal(
            error: ErrorFrame(code: "hello_first", message: "hello must be the first frame"), closeCode: 1002)
        public static let noHello = Refusal(
            error: ErrorFrame(code: "hello_timeout", message: "hello did not come in time"), closeCode: 1002)
        public static let tooFast = Refusal(
            error: ErrorFrame(code: "rate", message: "too many frames a second"), closeCode: 1013)
    }

    public private(set) var phase: Phase
    private var rate: FrameRate?

    /// The socket is open.
    public init(now: Instant, settings: Settings) {
        phase = .greeting(until: now + settings.helloTimeout)
        rate = settings.rate.map { FrameRate(perSecond: $0, now: now) }
    }

    /// What a frame may do. Ask it of every message, before anything else.
    public enum Passage: Sendable, Equatable {
        case passes
        case refused(Refusal)
        /// The connection ends already.
        case ignored
    }

    /// A message came, of whatever kind. `isHello`: it is a hello; `isFrame`: it is a frame of a known type at all
    /// (what is not is ignored at any time).
    public mutating func message(isHello: Bool, isFrame: Bool, now: Instant, settings: Settings) -> Passage {
        if case .refused = phase { return .ignored }
        if let perSecond = settings.rate {
            var bucket = rate ?? FrameRate(perSecond: perSecond, now: now)
            let isInTime = bucket.take(perSecond: perSecond, now: now)
            rate = bucket
            if !isInTime { return refuse(.tooFast) }
        }
        if case .greeting = phase, isFrame, !isHello { return refuse(.helloFirst) }
        return .passes
    }

    public enum Greeting: Sendable, Equatable {
        case admitted
        case refused(Refusal)
        /// A second hello; it changes nothing.
        case ignored
    }

    /// A hello came. `shown`: the tokens of the URL and of the header; that of the hello is looked at too.
    public mutating func hello(_ hello: Hello, shown: [Secret], tokens: TokenTable) -> Greeting {
        guard case .greeting = phase else { return .ignored }
        guard hello.version == Hello.version else { return .refused(end(.version)) }
        let shown = shown + (hello.token.map { [$0] } ?? [])
        guard tokens.admits(shown, as: hello.device.id) else { return .refused(end(.denied)) }
        phase = .open
        return .admitted
    }

    /// Time has passed. Not nil: hello did not come.
    public mutating func tick(now: Instant) -> Refusal? {
        guard case .greeting(let until) = phase, now >= until else { return nil }
        return end(.noHello)
    }

    /// When `tick` is due.
    public var deadline: Instant? {
        guard case .greeting(let until) = phase else { return nil }
        return until
    }

    private mutating func refuse(_ refusal: Refusal) -> Passage { .refused(end(refusal)) }

    private mutating func end(_ refusal: Refusal) -> Refusal {
        phase = .refused
        return refusal
    }
}
