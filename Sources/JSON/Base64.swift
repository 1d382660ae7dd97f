// RFC 4648 section 4, strict: the padding must be there, nothing may stand between, and the bits that are left over must be zero, so that
// each run of bytes has one spelling. Four characters become three bytes by four table look-ups, three bytes four characters by two.

/// Base64 with the standard alphabet.
public enum Base64 {
    /// Why a text is no base64.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        public enum Code: String, Sendable, CaseIterable {
            /// Not a multiple of four characters.
            case length
            /// A character outside the alphabet, or padding in the middle.
            case character
            /// Bits behind the last byte that are not zero.
            case leftover
        }
        public var code: Code
        /// Bytes from the start of the text.
        public var offset: Int

        public init(_ code: Code, at offset: Int) {
            self.code = code
            self.offset = offset
        }

        public var description: String {
            let what =
                switch code {
                case .length: "base64 that is cut short"
                case .character: "a character that base64 does not have"
                case .leftover: "base64 whose last character has bits left over"
                }
            return "\(what), at byte \(offset)"
        }
    }

    /// Bytes that a text without escapes stands for, if it is base64.
    public static func decodedCount(_ text: Span<UInt8>) -> Int {
        var padding = 0
        while padding < 2, padding < text.count, text[text.count &- 1 &- padding] == UInt8(ascii: "=") { padding &+= 1 }
        return max(0, text.count / 4 * 3 - padding)
    }

    /// Characters that `count` bytes become.
    public static func encodedCount(_ count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Appends what a text stands for. On a fault nothing is appended.
    public static func decode(_ text: Span<UInt8>, into out: inout [UInt8]) throws(Fault) {
        guard text.count % 4 == 0 else { throw Fault(.length, at: text.count) }
        guard text.count > 0 else { return }
        let before = out.count
        // All groups but the last, which alone may be padded.
        let body = text.count &- 4
        var fault: Fault?
        out.append(addingCapacity: text.count / 4 * 3) { (bytes: inout OutputSpan<UInt8>) in
            fault = decodeBody(text, body, into: &bytes)
            if fault == nil { fault = decodeLast(text, at: body, into: &bytes) }
        }
        if let fault {
            out.removeSubrange(before...)
            throw fault
        }
    }

    /// The same for the inside of a JSON string, in which a slash may be escaped. Offsets of faults count the escapes undone.
    public static func decode(insideJSONString text: Span<UInt8>, into out: inout [UInt8]) throws(Fault) {
        do throws(Fault) {
            try decode(text, into: &out)
        } catch {
            // A backslash is no base64, so plain text never comes here twice.
            guard holdsBackslash(text) else { throw error }
            var plain: [UInt8] = []
            StringScan.unescape(text, 0..<text.count, into: &plain)
            try decode(plain.span, into: &out)
        }
    }

    /// The same piece by piece, for what is too large to be held twice: `each` is given a buffer's worth of decoded bytes at
    /// a time, in order. What it got before a fault was found is to be forgotten.
    /// - Parameters:
    ///   - hasEscapes: the string has JSON escapes, which are to be undone; then it is held once more after all.
    ///   - piece: the most bytes that a buffer holds.
    public static func decode<Failure: Error>(
        insideJSONString text: Span<UInt8>, hasEscapes: Bool, by piece: Int,
        _ each: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) -> Fault? {
        if hasEscapes {
            var plain: [UInt8] = []
            StringScan.unescape(text, 0..<text.count, into: &plain)
            return try decode(insideJSONString: plain.span, hasEscapes: false, by: piece, each)
        }
        guard text.count % 4 == 0 else { return Fault(.length, at: text.count) }
        let step = max(1, piece / 3) * 4
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(text.count, step) / 4 * 3)
        var start = 0
        while start < text.count {
            let end = min(start + step, text.count)
            bytes.removeAll(keepingCapacity: true)
            do throws(Fault) {
                try decode(text.extracting(start..<end), into: &bytes)
            } catch {
                return Fault(error.code, at: start + error.offset)
            }
            let wanted = (end - start) / 4 * 3
            // Padding ends the text, not a piece.
            if end < text.count, bytes.count < wanted { return Fault(.character, at: end - (wanted - bytes.count)) }
            try each(bytes.span)
            start = end
        }
        return nil
    }

    private static func holdsBackslash(_ text: Span<UInt8>) -> Bool {
        for index in 0..<text.count where text[index] == 0x5C { return true }
        return false
    }

    /// The groups before `end`, a multiple of four, behind which one more group stands.
    private static func decodeBody(_ text: Span<UInt8>, _ end: Int, into out: inout OutputSpan<UInt8>) -> Fault? {
        Base64Tables.decoding.withUnsafeBufferPointer { table in
            text.withUnsafeBufferPointer { text in
                out.withUnsafeMutableBufferPointer { bytes, count in
                    var index = 0
                    while index < end {
                        // The four characters are before `end`; the table has 256 entries for each place.
                        let group =
                            table[Int(text[index])] | table[256 &+ Int(text[index &+ 1])]
                            | table[512 &+ Int(text[index &+ 2])] | table[768 &+ Int(text[index &+ 3])]
                        guard group <= 0xFF_FFFF else { return Fault(.character, at: firstBad(text, from: index)) }
                        // There is room for three bytes for each group, and for those of the last one behind them.
                        UnsafeMutableRawPointer(bytes.baseAddress.unsafelyUnwrapped).storeBytes(
                            of: (group &<< 8).bigEndian, toByteOffset: count, as: UInt32.self)
                        count &+= 3
                        index &+= 4
                    }
                    return nil
                }
            }
        }
    }

    private static func firstBad(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < start &+ 3, Base64Tables.value(of: text[index]) != nil { index &+= 1 }
        return index
    }

    private static func decodeLast(_ text: Span<UInt8>, at start: Int, into out: inout OutputSpan<UInt8>) -> Fault? {
        let pad = UInt8(ascii: "=")
        let padding = text[start &+ 3] != pad ? 0 : text[start &+ 2] != pad ? 1 : 2
        var group: UInt32 = 0
        for place in 0..<4 &- padding {
            guard let value = Base64Tables.value(of: text[start &+ place]) else {
                return Fault(.character, at: start &+ place)
            }
            group |= value &<< UInt32(18 &- 6 &* place)
        }
        let unused: UInt32 = padding == 0 ? 0 : padding == 1 ? 0xFF : 0xFFFF
        guard group & unused == 0 else { return Fault(.leftover, at: start &+ 3 &- padding) }
        out.append(UInt8(truncatingIfNeeded: group &>> 16))
        if padding < 2 { out.append(UInt8(truncatingIfNeeded: group &>> 8)) }
        if padding < 1 { out.append(UInt8(truncatingIfNeeded: group)) }
        return nil
    }

    /// Appends the base64 text of bytes, with padding.
    public static func encode(_ bytes: Span<UInt8>, into out: inout [UInt8]) {
        out.append(addingCapacity: encodedCount(bytes.count)) { (text: inout OutputSpan<UInt8>) in
            let whole = bytes.count / 3 * 3
            encodeBody(bytes, whole, into: &text)
            let left = bytes.count &- whole
            guard left > 0 else { return }
            let group = UInt32(bytes[whole]) &<< 16 | (left == 2 ? UInt32(bytes[whole &+ 1]) &<< 8 : 0)
            for place in 0...left { text.append(Base64Tables.character(of: group &>> UInt32(18 &- 6 &* place) & 63)) }
            for _ in left..<3 { text.append(UInt8(ascii: "=")) }
        }
    }

    /// The groups of three bytes before `end`.
    private static func encodeBody(_ bytes: Span<UInt8>, _ end: Int, into out: inout OutputSpan<UInt8>) {
        Base64Tables.encoding.withUnsafeBufferPointer { table in
            bytes.withUnsafeBufferPointer { bytes in
                out.withUnsafeMutableBufferPointer { text, count in
                    var index = 0
                    while index < end {
                        // The three bytes are before `end`; twelve bits are below 4096, the table's size.
                        let group =
                            UInt32(bytes[index]) &<< 16 | UInt32(bytes[index &+ 1]) &<< 8 | UInt32(bytes[index &+ 2])
                        let pair = UInt32(table[Int(group &>> 12)]) | UInt32(table[Int(group & 0xFFF)]) &<< 16
                        // There is room for four characters for each group.
                        UnsafeMutableRawPointer(text.baseAddress.unsafelyUnwrapped).storeBytes(
                            of: pair.littleEndian, toByteOffset: count, as: UInt32.self)
                        count &+= 4
                        index &+= 3
                    }
                }
            }
        }
    }
}
