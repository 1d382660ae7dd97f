// What a control frame says once its payload is whole (RFC 6455 section 5.5).

enum ControlFrame {
    /// Payload bytes at most.
    static let longest = 125

    /// - Parameter bytes: what `payload` stands for, unmasked.
    static func event(
        _ opcode: Opcode, _ payload: Codec.Payload, _ bytes: Span<UInt8>
    ) throws(Failure) -> Codec.Event {
        switch opcode {
        case .ping: return .ping(payload)
        case .pong: return .pong(payload)
        default: return try close(bytes)
        }
    }

    private static func close(_ bytes: Span<UInt8>) throws(Failure) -> Codec.Event {
        guard bytes.count > 0 else { return .close(code: CloseCode.none, reason: "") }
        guard bytes.count > 1 else { throw .closePayload }
        let code = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        guard CloseCode.mayTravel(code) else { throw .closeCode }
        let reason = bytes.extracting(droppingFirst: 2)
        var check = UTF8Check()
        guard check.accept(reason), check.isComplete else { throw .invalidUTF8 }
        return .close(code: code, reason: reason.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
}
