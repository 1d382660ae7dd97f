import COpenSSL

/// What belongs to one TLS connection beside OpenSSL's own state: whom it is with, and why its certificate was refused.
final class TLSNote {
    /// The name or address that was asked for, for error texts.
    let host: String
    /// Names the server among the kept sessions.
    let server: String
    /// Keeps sessions; nil for a server's end.
    let context: TLSContext?
    /// Set during verification: why the certificate was refused.
    var refusal: String?

    init(host: String, server: String, context: TLSContext?) {
        self.host = host
        self.server = server
        self.context = context
    }

    static func of(_ tls: OpaquePointer) -> TLSNote? {
        openssl_note(tls).map { Unmanaged<TLSNote>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Makes sentences of what OpenSSL knows.
enum TLSFault {
    /// OpenSSL's verify callback: called for each certificate; notes the first refusal, where the certificate is at hand.
    static let note: @convention(c) (Int32, OpaquePointer?) -> Int32 = { isGood, store in
        guard isGood != 1, let store, let tls = openssl_verified_connection(store), let note = TLSNote.of(tls),
            note.refusal == nil
        else { return isGood }
        note.refusal = refusal(
            X509_STORE_CTX_get_error(store), certificate: X509_STORE_CTX_get_current_cert(store), host: note.host)
        return isGood
    }

    private static func refusal(_ code: Int32, certificate: OpaquePointer?, host: String) -> String {
        let reason = X509_verify_cert_error_string(Int(code)).map { String(cString: $0) } ?? "error \(code)"
        switch code {
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
            let names = certificate.map { text(of: $0, openssl_certificate_names) } ?? ""
            return names.isEmpty ? "it is not for \(host)" : "it is for \(names), not for \(host)"
        case X509_V_ERR_CERT_HAS_EXPIRED:
            let end = certificate.map { text(of: $0, openssl_certificate_end) } ?? ""
            return "it has expired (\(end))"
        case X509_V_ERR_CERT_NOT_YET_VALID: return "it is not valid yet; is this machine's clock right?"
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            return "its authority is not among those trusted (\(reason))"
        default: return reason
        }
    }

    private static func text(
        of certificate: OpaquePointer, _ write: (OpaquePointer, UnsafeMutablePointer<CChar>, Int) -> Void
    ) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            write(certificate, start, buffer.count)
            // Names come from outside: nothing of them may steer a terminal.
            return String(cString: start).filter { $0.isASCII && $0 >= " " }
        }
    }

    /// The failure of a handshake or a record, from the connection and OpenSSL's error queue.
    static func failure(of tls: OpaquePointer, system error: Int32) -> NetFailure {
        let note = TLSNote.of(tls)
        let host = note?.host ?? "the peer"
        if let refusal = note?.refusal {
            return NetFailure(.certificate, "the certificate of \(host) was refused: \(refusal)")
        }
        let text = queued()
        if !text.isEmpty { return NetFailure(.tls, "TLS with \(host) failed: \(text)") }
        if error != 0 { return .system(error, "TLS with \(host) failed", code: .reset) }
        return NetFailure(.ended, "\(host) ended the connection during the TLS handshake")
    }

    /// The reasons in this thread's error queue, which is emptied: the first, and the last where it differs.
    static func queued() -> String {
        var reasons: [String] = []
        while case let code = ERR_get_error(), code != 0 {
            guard let reason = ERR_reason_error_string(code) else { continue }
            let text = String(cString: reason)
            if reasons.last != text { reasons.append(text) }
        }
        if reasons.count > 2 { reasons = [reasons[0], reasons[reasons.count - 1]] }
        return reasons.joined(separator: "; ")
    }
}
