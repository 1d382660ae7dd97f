import Address
import COpenSSL
import CSystem

// One TLS connection over a non-blocking socket. OpenSSL reads and writes the descriptor by itself; what it cannot do
// yet comes back as `blocked`. While nothing is under way it holds no buffers.

/// What became of one read or write.
enum Transfer: Equatable {
    case moved(Int)
    /// Try again when the socket is ready.
    case blocked
    /// The peer has ended its direction.
    case ended
    case failed(NetFailure)
}

/// A TLS connection's OpenSSL object; whoever holds it frees it, once.
struct TLSStream {
    enum Handshake: Equatable {
        case done
        case wantsRead
        case wantsWrite
        /// What the peer says is not TLS: to a client something else, to a server plain HTTP.
        case noTLS
        case failed(NetFailure)
    }

    private let tls: OpaquePointer

    /// Begins TLS on a connected socket.
    /// - Parameters:
    ///   - host: a client's: the name or address that the certificate must be for.
    ///   - port: a client's: with the host it names the server whose session may be resumed.
    static func make(
        _ context: TLSContext, descriptor: Int32, host: String, port: UInt16
    ) throws(NetFailure) -> TLSStream {
        ERR_clear_error()
        guard let tls = SSL_new(context.pointer) else {
            throw NetFailure(.tls, "cannot begin TLS: \(TLSFault.queued())")
        }
        let isClient = context.role == .client
        let note = TLSNote(host: host, server: "\(host):\(port)", context: isClient ? context : nil)
        _ = openssl_set_note(tls, Unmanaged.passRetained(note).toOpaque())
        let stream = TLSStream(tls: tls)
        guard SSL_set_fd(tls, descriptor) == 1 else {
            stream.free()
            throw NetFailure(.tls, "cannot begin TLS: \(TLSFault.queued())")
        }
        if isClient {
            SSL_set_connect_state(tls)
            guard stream.expect(host) else {
                stream.free()
                throw NetFailure(.tls, "cannot check a certificate against \(host)")
            }
            context.offerSession(for: note.server, to: tls)
        } else {
            SSL_set_accept_state(tls)
        }
        return stream
    }

    private init(tls: OpaquePointer) { self.tls = tls }

    /// Has the server's certificate checked against its name or address; false: it would not be, and so must not go on.
    private func expect(_ host: String) -> Bool {
        // Certificates and SNI know no final dot (RFC 6066 section 3).
        let name = Origin.canonical(host)
        if IPAddress(name) != nil { return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), name) == 1 }
        SSL_set_hostflags(tls, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        return !name.isEmpty && openssl_server_name(tls, name) == 1 && SSL_set1_host(tls, name) == 1
    }

    func free() {
        let note = openssl_note(tls)
        SSL_free(tls)
        if let note { Unmanaged<TLSNote>.fromOpaque(note).release() }
    }

    func handshake() -> Handshake {
        ERR_clear_error()
        let result = SSL_do_handshake(tls)
        if result == 1 {
            SSL_free_buffers(tls)
            return .done
        }
        let error = system_errno()
        switch SSL_get_error(tls, result) {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        case SSL_ERROR_SYSCALL: return .failed(TLSFault.failure(of: tls, system: result == 0 ? 0 : error))
        default:
            if speaksNoTLS() { return .noTLS }
            return .failed(TLSFault.failure(of: tls, system: 0))
        }
    }

    /// What failed is the very first that the peer said.
    private func speaksNoTLS() -> Bool {
        switch ERR_GET_REASON(ERR_peek_error()) {
        case SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST: true
        case SSL_R_WRONG_VERSION_NUMBER: SSL_is_server(tls) == 0
        default: false
        }
    }

    /// - Parameter taking: false: what is read stays there, and comes again.
    func read(into buffer: UnsafeMutableRawBufferPointer, taking: Bool = true) -> Transfer {
        ERR_clear_error()
        let size = Int32(clamping: buffer.count)
        let count = taking ? SSL_read(tls, buffer.baseAddress, size) : SSL_peek(tls, buffer.baseAddress, size)
        return count > 0 ? .moved(Int(count)) : outcome(count)
    }

    /// After `blocked`, the same bytes must be handed in again (more may follow them).
    func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        ERR_clear_error()
        let count = SSL_write(tls, bytes.baseAddress, Int32(clamping: bytes.count))
        return count > 0 ? .moved(Int(count)) : outcome(count)
    }

    private func outcome(_ result: Int32) -> Transfer {
        let error = system_errno()
        switch SSL_get_error(tls, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .blocked
        case SSL_ERROR_ZERO_RETURN: return .ended
        case SSL_ERROR_SYSCALL where error == 0 || ERR_peek_error() == 0 && result == 0: return .ended
        case SSL_ERROR_SYSCALL: return .failed(.system(error, "the connection broke", code: .reset))
        default: return .failed(TLSFault.failure(of: tls, system: 0))
        }
    }

    /// What was `blocked` waits until the socket takes bytes, also if it was a read: an answer to the peer's TLS is on its
    /// way (RFC 8446 section 4.6.3).
    var awaitsRoom: Bool { SSL_want(tls) == SSL_WRITING }

    /// What was `blocked` waits for bytes, also if it was a write: the peer's TLS has begun to say something.
    var awaitsBytes: Bool { SSL_want(tls) == SSL_READING }

    /// Bytes that were read from the socket already, which epoll knows nothing of.
    var hasPending: Bool { SSL_has_pending(tls) == 1 }

    /// The session was resumed (RFC 8446 section 2.2).
    var isResumed: Bool { SSL_session_reused(tls) == 1 }

    /// `TLSv1.3`.
    var version: String { SSL_get_version(tls).map { String(cString: $0) } ?? "" }

    /// Says that nothing more will be written (close_notify).
    func sendEnd() {
        ERR_clear_error()
        _ = SSL_shutdown(tls)
        ERR_clear_error()
    }
}
