import Time

/// Where a secret is read from, anew each time; the secret itself is never part of a rule file.
public enum SecretSource: Sendable, Hashable {
    case environment(String)
    case file(String)
    case credential(String)
}

/// `server` of a device.
public struct ServerSettings: Sendable {
    public enum TokenPlacement: String, Sendable, CaseIterable {
        case queryAndHello = "query+hello"
        case hello, header
    }
    public enum Delivery: String, Sendable, CaseIterable {
        case atLeastOnce = "at_least_once"
        case atMostOnce = "at_most_once"
    }
    /// Absent: `--url` names it, or else `run` starts the embedded gateway.
    public var url: String?
    public var urlPlace: Place?
    public var token: SecretSource?
    public var tokenPlacement: TokenPlacement = .queryAndHello
    public var headers: [(name: String, value: String)] = []
    public var origin: String?
    public var subprotocol: String?
    /// `hello.user`, as JSON text.
    public var user = "{}"
    public var connectTimeout: Interval = .seconds(10)
    public var ping: Interval = .seconds(30)
    public var deadAfter: Interval = .seconds(75)
    public var helloTimeout: Interval = .seconds(20)
    public var wholeTexts = false
    public var quiet: Interval = .seconds(30)
    public var backoff = BackoffSettings()
    /// Bytes.
    public var maxMessage = 16_000_000
    public var maxSend = 8_000_000
    /// Characters.
    public var maxText: Int?
    public var partSize = 3 << 20
    public var delivery: Delivery = .atLeastOnce
    public var plaintextToken = false
    /// permessage-deflate is offered.
    public var compression = false

    public init() {}
}

public struct BackoffSettings: Sendable, Hashable {
    public enum Jitter: Sendable, Hashable {
        case full, none
        /// The delay, more or less this part of it.
        case part(Double)
    }
    public var first: Interval = .milliseconds(500)
    public var cap: Interval = .seconds(15)
    /// How long `ready` must hold before the count of failures starts again.
    public var settle: Interval = .seconds(5)
    public var jitter: Jitter = .full
    public var maxAttempts: Int?

    public init() {}
}

/// `server` of a gateway.
public struct ListenSettings: Sendable {
    public struct Token: Sendable {
        public var source: SecretSource
        /// The one device id that it is good for.
        public var device: String?

        public init(source: SecretSource, device: String? = nil) {
            self.source = source
            self.device = device
        }
    }
    public var listen = "127.0.0.1:8787"
    public var path = "/ws"
    public var tokens: [Token] = []
    public var maxDevices: Int?
    public var helloTimeout: Interval = .seconds(20)
    /// Frames a second that one device may send.
    public var rate: Double?
    public var maxMessage = 16_000_000
    public var partSize = 3 << 20
    /// permessage-deflate is accepted.
    public var compression = true

    public init() {}
}

public struct DeviceSettings: Sendable, Hashable {
    public var name: String?
    public var platform = "talaria"
    public var appVersion = "1.0.0"

    public init() {}
}

public struct FetchSettings: Sendable, Hashable {
    /// Hosts, `host:port`, networks in CIDR form, or `server`.
    public var allow: [String] = []
    public var maxSize = 25_000_000
    public var timeout: Interval = .seconds(30)
    public var redirects = 5
    public var proxyFromEnvironment = false
    /// Bytes that are kept on disk of what servers allow to be kept; 0: none.
    public var cache = 64_000_000

    public init() {}
}

public struct ReceiveSettings: Sendable, Hashable {
    public var maxSize = 50_000_000
    public var stalledAfter: Interval = .seconds(60)
    public var quota = 1_000_000_000

    public init() {}
}

/// Bounds on what a bot asks of models; nil: none.
public struct AISettings: Sendable, Hashable {
    public var perMinute: Int?
    /// Asked and answered, from midnight to midnight on the machine's own clock.
    public var tokensPerDay: Int?
    /// Characters of one rule's history.
    public var maxHistory = 16_000

    public init() {}
}
