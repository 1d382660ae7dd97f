import COpenSSL
import Synchronization

/// How TLS is spoken, shared by many connections and loops: trust, certificates, and the sessions to resume. TLS 1.2 at
/// least; the server's name or address is checked; `http/1.1` by ALPN (RFC 7301).
public final class TLSContext: Sendable {
    public struct Settings: Sendable, Hashable {
        /// A PEM file of the authorities to trust; nil: the system's. For a server: who may sign client certificates,
        /// which are then required; nil: none is asked for.
        public var authorities: String?
        /// PEM files of this side's certificate (with its chain) and key: a server's must, a client's may.
        public var certificate: String?
        public var key: String?
        /// Accept any certificate. Never silently: whoever sets this must say so loudly.
        public var isInsecure = false

        public init() {}
    }

    let role: Role
    // Safe to share: OpenSSL locks its contexts, and this one is not changed any more.
    private let reference: Reference
    private let sessions = Mutex<[String: Reference]>([:])

    enum Role: Sendable { case client, server }

    /// A counted OpenSSL object that may be used from any thread.
    private struct Reference: @unchecked Sendable {
        var pointer: OpaquePointer
    }

    var pointer: OpaquePointer { reference.pointer }

    /// For connections to servers.
    public static func client(_ settings: Settings = Settings()) throws(NetFailure) -> TLSContext {
        try TLSContext(.client, settings)
    }

    /// For a listener.
    public static func server(_ settings: Settings) throws(NetFailure) -> TLSContext {
        try TLSContext(.server, settings)
    }

    private init(_ role: Role, _ settings: Settings) throws(NetFailure) {
        guard let context = SSL_CTX_new(role == .client ? TLS_client_method() : TLS_server_method()) else {
            throw NetFailure(.tls, "cannot make a TLS context: \(TLSFault.queued())")
        }
        self.role = role
        reference = Reference(pointer: context)
        _ = openssl_minimum_tls12(context)
        _ = SSL_CTX_set_options(context, openssl_quiet_options())
        _ = openssl_context_mode(context, openssl_modes())
        openssl_one_record_a_read(context)
        try load(settings)
        setVerification(settings)
        switch role {
        case .client:
            _ = SSL_CTX_set_alpn_protos(context, TLSContext.protocols, UInt32(TLSContext.protocols.count))
            _ = openssl_session_cache_mode(context, openssl_client_cache())
            SSL_CTX_sess_set_new_cb(context) { tls, session in TLSContext.keep(session, of: tls) }
        case .server:
            _ = SSL_CTX_set_session_id_context(context, [0x74], 1)
            _ = SSL_CTX_set_num_tickets(context, 1)
            // A session travels in its ticket: strangers fill no memory with those that they never come back for.
            _ = openssl_session_cache_mode(context, openssl_server_cache())
            SSL_CTX_set_alpn_select_cb(context, TLSContext.selectProtocol, nil)
        }
    }

    deinit {
        sessions.withLock { for session in $0.values { SSL_SESSION_free(session.pointer) } }
        SSL_CTX_free(pointer)
    }

    private func load(_ settings: Settings) throws(NetFailure) {
        if let file = settings.authorities {
            guard SSL_CTX_load_verify_locations(pointer, file, nil) == 1 else {
                throw NetFailure(.tls, "cannot use \(file) as the authorities to trust: \(TLSFault.queued())")
            }
            if role == .server { SSL_CTX_set_client_CA_list(pointer, SSL_load_client_CA_file(file)) }
        } else if role == .client, !settings.isInsecure {
            SSL_CTX_set_default_verify_paths(pointer)
        }
        if let file = settings.certificate {
            guard SSL_CTX_use_certificate_chain_file(pointer, file) == 1 else {
                throw NetFailure(.tls, "cannot use \(file) as a certificate: \(TLSFault.queued())")
            }
            let key = settings.key ?? file
            guard SSL_CTX_use_PrivateKey_file(pointer, key, SSL_FILETYPE_PEM) == 1 else {
                throw NetFailure(.tls, "cannot use \(key) as the certificate's key: \(TLSFault.queued())")
            }
            guard SSL_CTX_check_private_key(pointer) == 1 else {
                throw NetFailure(.tls, "the key \(key) does not fit the certificate \(file)")
            }
        } else if role == .server {
            throw NetFailure(.tls, "a TLS listener needs a certificate and its key")
        }
    }

    private func setVerification(_ settings: Settings) {
        let mode: Int32
        switch role {
        case .client: mode = settings.isInsecure ? SSL_VERIFY_NONE : SSL_VERIFY_PEER
        case .server:
            mode = settings.authorities == nil ? SSL_VERIFY_NONE : SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
        }
        SSL_CTX_set_verify(pointer, mode, mode == SSL_VERIFY_NONE ? nil : TLSFault.note)
    }

    // MARK: ALPN

    /// `http/1.1`, in the form of the extension: each name behind its length.
    private static let protocols: [UInt8] = [8] + Array("http/1.1".utf8)

    private static let selectProtocol:
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
            UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
        ) -> Int32 = { _, chosen, length, offered, count, _ in
            guard let offered else { return SSL_TLSEXT_ERR_NOACK }
            let list = UnsafeBufferPointer(start: offered, count: Int(count))
            var position = 0
            while position < list.count {
                let size = Int(list[position])
                let end = position + 1 + size
                guard end <= list.count else { break }
                if list[(position + 1)..<end].elementsEqual(TLSContext.protocols.dropFirst()) {
                    chosen?.pointee = offered + position + 1
                    length?.pointee = list[position]
                    return SSL_TLSEXT_ERR_OK
                }
                position = end
            }
            return SSL_TLSEXT_ERR_ALERT_FATAL
        }

    // MARK: Sessions

    /// Keeps the newest session for each server (RFC 8446 section 2.2). 1: the reference is taken.
    private static func keep(_ session: OpaquePointer?, of tls: OpaquePointer?) -> Int32 {
        guard let session, let tls, let note = TLSNote.of(tls), let context = note.context else { return 0 }
        let old = context.sessions.withLock { $0.updateValue(Reference(pointer: session), forKey: note.server) }
        if let old { SSL_SESSION_free(old.pointer) }
        return 1
    }

    /// Offers the session kept for a server to a new connection to it.
    func offerSession(for server: String, to tls: OpaquePointer) {
        sessions.withLock { sessions in
            if let session = sessions[server] { _ = SSL_set_session(tls, session.pointer) }
        }
    }

    /// Sessions that are kept for resumption.
    var sessionCount: Int { sessions.withLock { $0.count } }
}
