import COpenSSL

/// How TLS is spoken, shared by many connections and loops: certificates, trust and the sessions to resume.
public final class TLSContext: Sendable {
    public struct Settings: Sendable {
        /// A PEM file of the authorities to trust; nil: the system's. For a server: who may sign client certificates (then they are required).
        public var authorities: String?
        /// PEM files of this side's certificate (with its chain) and key: a server's must, a client's may.
        public var certificate: String?
        public var key: String?
        /// Accept any certificate. Never silently: whoever sets this must say so loudly.
        public var isInsecure = false

        public init() {}
    }

    /// For connections to servers.
    public static func client(_ settings: Settings = Settings()) throws(NetFailure) -> TLSContext { TLSContext() }

    /// For a listener.
    public static func server(_ settings: Settings) throws(NetFailure) -> TLSContext { TLSContext() }

    private init() {}
}
