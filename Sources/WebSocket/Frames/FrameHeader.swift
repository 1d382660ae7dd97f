// A frame's header (RFC 6455 section 5.2): 2 to 14 bytes. Reading one checks all that can be said about a frame without
// knowing which message it belongs to; the codec checks the rest.

enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
}

struct FrameHeader: Equatable {
    var opcode: Opcode
    var isFinal: Bool
    /// RSV1: the message is compressed (RFC 7692 section 6).
    var isCompressed = false
    /// Payload bytes, 0 to 2^63 - 1.
    var length: Int
    /// The key's four bytes, the first in the lowest.
    var mask: UInt32?

    static let longest = 14

    enum Reading: Equatable {
        /// The header is longer than what is there; it has this many bytes as far as can be told.
        case incomplete(size: Int)
        case header(FrameHeader, size: Int)
        case failure(Failure)
    }

    /// Reads the header at the start of `bytes`, failing on the first byte pair that cannot be right.
    /// - Parameter role: ours; the peer plays the other.
    static func read(_ bytes: Span<UInt8>, role: Role) -> Reading {
        guard bytes.count >= 2 else { return .incomplete(size: 2) }
        let first = bytes[0]
        let second = bytes[1]
        guard first & 0x30 == 0 else { return .failure(.reservedBits) }
        guard let opcode = Opcode(rawValue: first & 0x0F) else { return .failure(.reservedOpcode) }
        let isMasked = second & 0x80 != 0
        guard isMasked == (role == .server) else { return .failure(isMasked ? .masked : .unmasked) }
        let isFinal = first & 0x80 != 0
        let isCompressed = first & 0x40 != 0
        let short = Int(second & 0x7F)
        if opcode.isControl {
            guard !isCompressed else { return .failure(.reservedBits) }
            guard isFinal else { return .failure(.fragmentedControl) }
            guard short <= 125 else { return .failure(.longControl) }
        }
        let lengthBytes = short == 127 ? 8 : short == 126 ? 2 : 0
        let size = 2 + lengthBytes + (isMasked ? 4 : 0)
        guard bytes.count >= 2 + lengthBytes else { return .incomplete(size: size) }
        var length = UInt64(short)
        if lengthBytes > 0 {
            length = 0
            for index in 2..<2 + lengthBytes { length = length << 8 | UInt64(bytes[index]) }
            // The shortest form must be used, and the top bit is always 0.
            let isShortest = lengthBytes == 2 ? length > 125 : length > 0xFFFF
            guard isShortest, length >> 63 == 0 else { return .failure(.lengthEncoding) }
        }
        guard bytes.count >= size else { return .incomplete(size: size) }
        var mask: UInt32?
        if isMasked {
            var key: UInt32 = 0
            for index in (size - 4..<size).reversed() { key = key << 8 | UInt32(bytes[index]) }
            mask = key
        }
        return .header(
            FrameHeader(
                opcode: opcode, isFinal: isFinal, isCompressed: isCompressed, length: Int(length), mask: mask),
            size: size)
    }

    /// Appends the header in its shortest form.
    func write(into out: inout [UInt8]) {
        out.append((isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode.rawValue)
        let maskBit: UInt8 = mask == nil ? 0 : 0x80
        if length <= 125 {
            out.append(maskBit | UInt8(length))
        } else if length <= 0xFFFF {
            out.append(maskBit | 126)
            out.append(UInt8(truncatingIfNeeded: length >> 8))
            out.append(UInt8(truncatingIfNeeded: length))
        } else {
            out.append(maskBit | 127)
            for shift in stride(from: 56, through: 0, by: -8) { out.append(UInt8(truncatingIfNeeded: length >> shift)) }
        }
        if let mask {
            for shift in stride(from: 0, through: 24, by: 8) { out.append(UInt8(truncatingIfNeeded: mask >> shift)) }
        }
    }
}
