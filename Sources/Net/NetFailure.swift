import CSystem

/// Why something on the network did not work: a stable code for programs and a sentence for people.
public struct NetFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// The name could not be resolved.
        case name = "net.name"
        /// No address of the host took the connection.
        case connect = "net.connect"
        /// It was not open in time.
        case timeout = "net.timeout"
        /// The peer reset the connection, or a write met one that is gone.
        case reset = "net.reset"
        /// The peer ended the connection without a close frame.
        case ended = "net.ended"
        /// The TLS handshake or a TLS record failed.
        case tls = "net.tls"
        /// The peer's certificate was refused.
        case certificate = "net.certificate"
        /// The proxy refused, or did not speak HTTP.
        case proxy = "net.proxy"
        /// The answer to the upgrade was no valid one.
        case upgrade = "net.upgrade"
        /// The peer broke the WebSocket protocol; the text holds the close code sent.
        case `protocol` = "net.protocol"
        /// The peer did not answer the close frame in time.
        case closeTimeout = "net.close_timeout"
        /// This side dropped the connection.
        case dropped = "net.dropped"
        /// The port is taken, or the address is not this machine's.
        case listen = "net.listen"
        /// No descriptor is left in this process or on this machine.
        case descriptors = "net.descriptors"
        /// A URL or an address that cannot be used.
        case address = "net.address"
        /// Any other error of the system.
        case system = "net.system"
    }

    public var code: Code
    /// One sentence without a full stop; never holds a token or a query.
    public var text: String

    public init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }

    public var description: String { text }

    /// `doing: No such file or directory`; descriptor exhaustion gets its own code.
    static func system(_ error: Int32, _ doing: String, code: Code = .system) -> NetFailure {
        let exhausted = error == EMFILE || error == ENFILE
        return NetFailure(exhausted ? .descriptors : code, "\(doing): \(errorText(error))")
    }
}

/// The system's own text for an errno value.
func errorText(_ error: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
        guard let start = buffer.baseAddress else { return "error \(error)" }
        system_error_text(error, start, buffer.count)
        return String(cString: start)
    }
}
