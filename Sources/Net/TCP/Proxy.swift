/// Which proxy, if any, stands before a host: `http_proxy` for ws, `https_proxy` for wss, `no_proxy` for what goes direct.
public struct ProxySettings: Hashable, Sendable {
    public struct Proxy: Hashable, Sendable {
        public var host: String
        public var port: UInt16
        /// `user:password`, for Proxy-Authorization.
        public var credentials: String?
    }
    public var plain: Proxy?
    public var secure: Proxy?
    public var direct: [String] = []

    /// No proxy at all.
    public init() {}

    /// Reads the variables, lower case first; HTTP_PROXY in upper case is not read (a CGI request could set it).
    public init(environment: [String: String]) throws(NetFailure) {}
}
