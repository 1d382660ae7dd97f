// The sending half of a codec: one call writes one frame behind what `out` holds already.

extension Codec {
    /// Which part of a message a frame carries.
    public enum Part: Sendable {
        case whole
        case first
        case middle
        case last
    }

    /// Writes a message, or a part of one. Parts are not compressed, and their caller keeps them in order.
    /// - Parameters:
    ///   - payload: for text, UTF-8 (a scalar may be cut between parts).
    ///   - mask: a fresh random key for each frame (RFC 6455 section 10.3); a server's is not used.
    ///   - compress: false sends it as it is, whatever was agreed; so does a payload below the agreed size.
    /// - Returns: false, with nothing written, once a close frame was written.
    @discardableResult
    public mutating func send(
        _ kind: MessageKind, _ payload: Span<UInt8>, part: Part = .whole, compress: Bool = true, mask: UInt32,
        into out: inout [UInt8]
    ) -> Bool {
        guard !isClosing else { return false }
        let opcode: Opcode = part == .middle || part == .last ? .continuation : kind == .text ? .text : .binary
        if part == .whole, compress, let compression, payload.count >= compression.sendAtLeast,
            let deflated = deflate(payload, compression)
        {
            write(opcode, deflated.span, isCompressed: true, mask: mask, into: &out)
        } else {
            write(opcode, payload, isFinal: part == .whole || part == .last, mask: mask, into: &out)
        }
        return true
    }

    /// Writes a ping. False, with nothing written: the payload is over 125 bytes, or a close frame was written.
    @discardableResult
    public mutating func ping(_ payload: Span<UInt8>, mask: UInt32, into out: inout [UInt8]) -> Bool {
        control(.ping, payload, mask: mask, into: &out)
    }

    /// Writes a pong, which carries the ping's payload. False as for `ping`.
    @discardableResult
    public mutating func pong(_ payload: Span<UInt8>, mask: UInt32, into out: inout [UInt8]) -> Bool {
        control(.pong, payload, mask: mask, into: &out)
    }

    /// Writes a close frame: to begin the closing handshake, or to answer the peer's with its own code.
    /// - Parameters:
    ///   - code: 1005 writes a frame without a code; another code that may not travel becomes 1000.
    ///   - reason: cut at a character when over 123 bytes.
    /// - Returns: false, with nothing written, if a close frame was written before.
    @discardableResult
    public mutating func close(
        code: UInt16, reason: String = "", mask: UInt32, into out: inout [UInt8]
    ) -> Bool {
        guard !isClosing else { return false }
        markClosing()
        var payload: [UInt8] = []
        if code != CloseCode.none {
            let code = CloseCode.mayTravel(code) ? code : CloseCode.normal
            payload = [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)]
            for scalar in reason.unicodeScalars {
                let bytes = UTF8.encode(scalar)
                guard let bytes, payload.count + bytes.count <= ControlFrame.longest else { break }
                payload.append(contentsOf: bytes)
            }
        }
        write(.close, payload.span, mask: mask, into: &out)
        return true
    }

    private mutating func control(
        _ opcode: Opcode, _ payload: Span<UInt8>, mask: UInt32, into out: inout [UInt8]
    ) -> Bool {
        guard !isClosing, payload.count <= ControlFrame.longest else { return false }
        write(opcode, payload, mask: mask, into: &out)
        return true
    }

    private mutating func deflate(_ payload: Span<UInt8>, _ compression: Compression) -> [UInt8]? {
        let cold = opened()
        if cold.deflater == nil { cold.deflater = Deflater(windowBits: compression.sending.windowBits) }
        let deflated = cold.deflater?.deflate(payload)
        if deflated == nil || !compression.sending.keepsContext { cold.deflater = nil }
        if cold.isDone { self.cold = nil }
        return deflated
    }

    private func write(
        _ opcode: Opcode, _ payload: Span<UInt8>, isFinal: Bool = true, isCompressed: Bool = false, mask: UInt32,
        into out: inout [UInt8]
    ) {
        let header = FrameHeader(
            opcode: opcode, isFinal: isFinal, isCompressed: isCompressed, length: payload.count,
            mask: role == .client ? mask : nil)
        header.write(into: &out)
        let start = out.count
        out.append(payload)
        guard role == .client else { return }
        var written = out.mutableSpan
        Mask.apply(mask, to: &written, in: start..<start + payload.count)
    }
}
