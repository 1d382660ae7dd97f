import Time

/// One HTTP request whose body goes to a temporary file.
public struct Fetch: Sendable {
    public var method = "GET"
    public var url: String
    public var headers: [HTTPHeader] = []
    public var body: [UInt8] = []
    /// Which addresses may be connected to.
    public var rules = AddressGuard()
    /// The scheme, host and port of `url` stand literally in the rule file: the author's own choice, at any address.
    public var isTrusted = false
    /// A status outside 200...299 is a result too (the `http` action), not a fault.
    public var takesAnyStatus = false
    public var limits = FetchLimits()

    public init(url: String, trusted: Bool = false) {
        self.url = url
        self.isTrusted = trusted
    }
}

/// A header field. Its value is never printed: it may hold a key.
public struct HTTPHeader: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    public var description: String { "\(name): •••" }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }

    /// A token, and a value in which no line can end (RFC 9110 section 5).
    var isSound: Bool {
        let signs = Set("!#$%&'*+-.^_`|~".utf8)
        let isToken = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || signs.contains(byte)
        }
        return !name.isEmpty && isToken && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}

/// How long and how much.
public struct FetchLimits: Sendable, Hashable {
    /// Bytes of the body, on the wire and after decompression alike.
    public var size = 25_000_000
    /// Until the connection stands, TLS included.
    public var connect: Interval = .seconds(10)
    /// From the start to the last byte, redirects and repetitions included.
    public var total: Interval = .seconds(30)
    /// Hops.
    public var redirects = 5
    /// Attempts after the first; only for methods that may be repeated.
    public var retries = 3
    /// Before the first repetition; doubled for each further one, with full jitter.
    public var backoff: Interval = .milliseconds(500)

    public init() {}
}

/// A body that came. The file is the receiver's: to move, or to remove.
public struct Fetched: Sendable, Hashable {
    /// The temporary file, mode 0600.
    public var path: String
    /// Bytes.
    public var size: Int
    public var status: Int
    /// As the server said, without parameters, in lower case; often wrong.
    public var contentType: String?
    /// What the bytes are.
    public var type: MediaType
    /// From Content-Disposition (RFC 6266), else the last part of the URL's path; data from outside, not yet safe.
    public var filename: String?
    /// It came from the cache, without or after asking the server.
    public var isFromCache: Bool
    /// How many requests it took, beyond the first, for redirects and repetitions.
    public var hops: Int
}

/// Why nothing came. The text names the host and the reason, and holds no path, query, header or credential.
public struct FetchFault: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// Not a URL, or not of http or https, or with a user name in it; or an unsound header.
        case badURL = "bad_url"
        /// A redirect to something that is not http or https, or that would hand a body to another host.
        case badRedirect = "bad_redirect"
        /// More redirects than allowed.
        case tooManyRedirects = "too_many_redirects"
        /// The address really connected to is not globally reachable, and not allowed.
        case refusedAddress = "refused_address"
        /// The name has no address.
        case unknownHost = "unknown_host"
        /// No connection.
        case unreachable
        /// TLS failed: the certificate, the name in it, or the handshake.
        case tls
        /// The time limit has passed.
        case timeout
        /// More bytes than allowed, on the wire or decompressed.
        case tooLarge = "too_large"
        /// The connection ended before the body did, and could not be taken up again.
        case cut
        /// What came is not HTTP, or not in the encoding that it said.
        case garbled
        /// A status outside 200...299.
        case status
        /// The temporary file could not be written.
        case disk
        /// `cancel` was called, or the fetcher ended.
        case cancelled
        /// libcurl itself failed.
        case internalFault = "internal"
        /// The server's answer was an error of its own protocol (a chat endpoint's `error` object).
        case remote
    }

    public var code: Code
    /// For people: what happened, with which host.
    public var text: String
    /// The HTTP status, where one came.
    public var status: Int?

    public init(_ code: Code, _ text: String, status: Int? = nil) {
        self.code = code
        self.text = text
        self.status = status
    }

    public var description: String { text }
}
