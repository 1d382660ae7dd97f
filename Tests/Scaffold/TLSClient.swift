import COpenSSL

/// The client's end of a TLS 1.3 connection by bare OpenSSL, over a connected socket: it can say what no decent peer would,
/// in the layer below the data.
public final class TLSClient {
    private let context: OpaquePointer
    private let tls: OpaquePointer
    private let log = KeyLog()
    /// Records sent with the connection's first keys.
    private var sequence: UInt64 = 0

    /// A key update is begun, and not with the socket yet.
    private var isUpdating = false

    /// What the connection's keys are derived from.
    private final class KeyLog { var secret: [UInt8] = [] }

    public init(_ descriptor: Int32) throws {
        context = try Authority.made(SSL_CTX_new(TLS_client_method()))
        tls = try Authority.made(SSL_new(context))
        try Authority.check(SSL_set_ciphersuites(tls, "TLS_AES_128_GCM_SHA256") == 1)
        SSL_CTX_set_keylog_callback(context) { tls, line in
            guard let tls, let line, let note = openssl_note(tls) else { return }
            let words = String(cString: line).split(separator: " ")
            guard words.count == 3, words[0] == "CLIENT_TRAFFIC_SECRET_0" else { return }
            Unmanaged<KeyLog>.fromOpaque(note).takeUnretainedValue().secret = TLSClient.bytes(words[2])
        }
        _ = openssl_set_note(tls, Unmanaged.passUnretained(log).toOpaque())
        try Authority.check(SSL_set_fd(tls, descriptor) == 1)
        SSL_set_connect_state(tls)
    }

    deinit {
        SSL_free(tls)
        SSL_CTX_free(context)
    }

    /// Goes on with the handshake, or with a key update that was asked for; true: it is done.
    public func shakeHands() -> Bool { SSL_do_handshake(tls) == 1 }

    /// Whether the socket took all of it.
    public func send(_ bytes: [UInt8]) -> Bool {
        sequence += 1
        return SSL_write(tls, bytes, Int32(bytes.count)) == Int32(bytes.count)
    }

    /// Reads what is there, and forgets it; the bytes of data.
    public func receive() -> Int {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var sum = 0
        while case let count = SSL_read(tls, &buffer, Int32(buffer.count)), count > 0 { sum += Int(count) }
        return sum
    }

    /// New keys for this end, and, if it asks, for the other one; false: the socket takes no more.
    public func updateKeys(asks: Bool) -> Bool {
        if !isUpdating {
            let kind = asks ? SSL_KEY_UPDATE_REQUESTED : SSL_KEY_UPDATE_NOT_REQUESTED
            guard SSL_key_update(tls, kind) == 1 else { return false }
        }
        isUpdating = !shakeHands()
        return !isUpdating
    }

    /// The head of a key update in a record of its own, and nothing behind it (RFC 8446 section 5.1 lets a message of the
    /// handshake go over several records). The bytes, to be sent below TLS.
    public func headOfKeyUpdate() throws -> [UInt8] {
        // Type and length, and what kind of record it is (section 5.2).
        let inner: [UInt8] = [24, 0, 0, 1, 22]
        let head: [UInt8] = [23, 3, 3, 0, UInt8(inner.count + 16)]
        let key = try expand("key", 16)
        var nonce = try expand("iv", 12)
        for index in 0..<8 { nonce[11 - index] ^= UInt8(truncatingIfNeeded: sequence >> UInt64(8 * index)) }
        let cipher = try Authority.made(EVP_CIPHER_CTX_new())
        defer { EVP_CIPHER_CTX_free(cipher) }
        var sealed = [UInt8](repeating: 0, count: inner.count)
        var tag = [UInt8](repeating: 0, count: 16)
        var count: Int32 = 0
        try Authority.check(EVP_EncryptInit_ex(cipher, EVP_aes_128_gcm(), nil, key, nonce) == 1)
        try Authority.check(EVP_EncryptUpdate(cipher, nil, &count, head, Int32(head.count)) == 1)
        try Authority.check(EVP_EncryptUpdate(cipher, &sealed, &count, inner, Int32(inner.count)) == 1)
        try Authority.check(EVP_EncryptFinal_ex(cipher, nil, &count) == 1)
        try Authority.check(EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1)
        return head + sealed + tag
    }

    /// HKDF-Expand-Label (RFC 8446 section 7.1), for no more than one block.
    private func expand(_ label: String, _ count: Int) throws -> [UInt8] {
        let name = Array("tls13 \(label)".utf8)
        let info = [0, UInt8(count), UInt8(name.count)] + name + [0, 1]
        var block = [UInt8](repeating: 0, count: 32)
        var length = 0
        let made = EVP_Q_mac(
            nil, "HMAC", nil, "SHA256", nil, log.secret, log.secret.count, info, info.count, &block, block.count,
            &length)
        try Authority.check(made != nil)
        return Array(block.prefix(count))
    }

    private static func bytes(_ hex: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = hex
        while !rest.isEmpty {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
