import CUTF8Proc

// The rule of normalisation: rules and texts are compared in NFC (UAX #15). Nearly every text is in it already, and the
// standard library's quick check says so; utf8proc makes the rest. Marks are put in order here, because utf8proc sorts
// them in quadratic time and a message may be a million marks.

enum Normal {
    /// Puts the NFC form of the text in place of what `bytes` held.
    static func write(_ text: String, into bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        var text = text.utf8Span
        if text.checkForNFC(quickCheck: true) {
            append(text.span, to: &bytes)
        } else {
            compose(text.span, into: &bytes)
        }
    }

    static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        write(text, into: &bytes)
        return bytes
    }

    static func text(_ text: String) -> String { String(decoding: bytes(text), as: UTF8.self) }

    private static func append(_ span: Span<UInt8>, to bytes: inout [UInt8]) {
        span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    private static let options = UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue

    private static func compose(_ span: Span<UInt8>, into bytes: inout [UInt8]) {
        let options = utf8proc_option_t(rawValue: options)
        var scalars: [Int32] = []
        scalars.reserveCapacity(span.count)
        var position = 0
        // The longest canonical decomposition of a scalar is four long (Unicode stability policy); 32 is room enough.
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 32) { room in
            while position < span.count {
                let scalar = Int32(truncatingIfNeeded: UTF8Scalar.at(&position, in: span))
                var boundary: Int32 = 0
                let count = utf8proc_decompose_char(scalar, room.baseAddress, room.count, options, &boundary)
                if count > 0, count <= room.count {
                    scalars.append(contentsOf: room[..<count])
                } else {
                    scalars.append(scalar)
                }
            }
        }
        orderMarks(&scalars)
        let count = scalars.withUnsafeMutableBufferPointer {
            utf8proc_normalize_utf32($0.baseAddress, $0.count, options)
        }
        bytes.append(addingCapacity: max(0, count) * 4) { output in
            for scalar in scalars.prefix(max(0, count)) {
                UTF8Scalar.append(UInt32(bitPattern: scalar), to: &output)
            }
        }
    }

    /// The canonical ordering algorithm: each run of marks by combining class, those of one class as they stood.
    private static func orderMarks(_ scalars: inout [Int32]) {
        let classes = scalars.map { utf8proc_get_property($0).pointee.combining_class }
        var position = 0
        while position < scalars.count {
            guard classes[position] != 0 else {
                position += 1
                continue
            }
            let start = position
            var sorted = true
            while position < scalars.count, classes[position] != 0 {
                if position > start, classes[position - 1] > classes[position] { sorted = false }
                position += 1
            }
            if sorted { continue }
            let order = (start..<position).sorted { (classes[$0], $0) < (classes[$1], $1) }
            let run = order.map { scalars[$0] }
            scalars.replaceSubrange(start..<position, with: run)
        }
    }
}
