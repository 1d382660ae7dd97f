import COpenSSL
import Scaffold
import Synchronization

/// A small HTTPS server on loopback, for HTTP/1.1 or HTTP/2. A thread a connection; each answer is the path asked for, or
/// over HTTP/2, whose packed heads it does not read, the number of the stream.
final class SecureServer: Sendable {
    var port: Int { listener.port }
    private let listener = LoopbackListener()
    private let context: Context
    private let speaksTwo: Bool
    private let count = Atomic(0)

    /// Connections whose handshake was done.
    var connections: Int { count.load(ordering: .relaxed) }

    private struct Context: @unchecked Sendable {
        /// Shared by threads, as OpenSSL allows.
        let raw: OpaquePointer
    }

    init?(certificate: String, key: String, speaksTwo: Bool = false) {
        guard let raw = SSL_CTX_new(TLS_server_method()),
            SSL_CTX_use_certificate_file(raw, certificate, SSL_FILETYPE_PEM) == 1,
            SSL_CTX_use_PrivateKey_file(raw, key, SSL_FILETYPE_PEM) == 1
        else { return nil }
        context = Context(raw: raw)
        self.speaksTwo = speaksTwo
        if speaksTwo {
            SSL_CTX_set_alpn_select_cb(
                raw,
                { _, chosen, length, offered, count, _ in
                    let h2: StaticString = "\u{2}h2"
                    return h2.withUTF8Buffer { wanted in
                        // What is chosen must outlive the call: a static string does.
                        var found: UnsafeMutablePointer<UInt8>?
                        let result = SSL_select_next_proto(
                            &found, length, wanted.baseAddress, UInt32(wanted.count), offered, count)
                        chosen?.pointee = UnsafePointer(found)
                        return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK
                    }
                }, nil)
        }
        listener.serve(self) { $0.serve($1) }
    }

    deinit {
        listener.stop()
        SSL_CTX_free(context.raw)
    }

    private func serve(_ socket: Int32) {
        guard let tls = SSL_new(context.raw) else { return }
        defer { SSL_free(tls) }
        SSL_set_fd(tls, socket)
        guard SSL_accept(tls) == 1 else { return }
        count.add(1, ordering: .relaxed)
        if speaksTwo { serveTwo(tls) } else { serveOne(tls) }
    }

    private func read(_ tls: OpaquePointer, _ rest: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = SSL_read(tls, &buffer, Int32(buffer.count))
        if count > 0 { rest += buffer[..<Int(count)] }
        return count > 0
    }

    private func write(_ tls: OpaquePointer, _ bytes: [UInt8]) { SSL_write(tls, bytes, Int32(bytes.count)) }

    private func serveOne(_ tls: OpaquePointer) {
        var rest: [UInt8] = []
        while true {
            while !String(decoding: rest, as: UTF8.self).contains("\r\n\r\n") { if !read(tls, &rest) { return } }
            let path = String(decoding: rest, as: UTF8.self).split(separator: " ")[1]
            rest = []
            write(tls, Array("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)".utf8))
        }
    }

    /// Frames of RFC 9113, as few as a client can do with.
    private func serveTwo(_ tls: OpaquePointer) {
        func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
            let length = payload.count
            let head = [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, flags]
            return head + [24, 16, 8, 0].map { UInt8(stream >> $0 & 0xFF) } + payload
        }
        var rest: [UInt8] = []
        while rest.count < 24 { if !read(tls, &rest) { return } }
        rest.removeFirst(24)
        write(tls, frame(4, 0, 0, []))
        while true {
            while rest.count < 9 { if !read(tls, &rest) { return } }
            let length = Int(rest[0]) << 16 | Int(rest[1]) << 8 | Int(rest[2])
            let (type, flags) = (rest[3], rest[4])
            let stream = rest[5..<9].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
            while rest.count < 9 + length { if !read(tls, &rest) { return } }
            rest.removeFirst(9 + length)
            if type == 4, flags & 1 == 0 { write(tls, frame(4, 1, 0, [])) }
            guard type == 1 else { continue }
            // 0x88 is `:status: 200` of the static table (RFC 7541).
            write(tls, frame(1, 4, stream, [0x88]) + frame(0, 1, stream, Array("stream \(stream)".utf8)))
        }
    }
}
