// Checks UTF-8 as it arrives and fails on the first byte that no continuation can mend (RFC 3629; RFC 6455 section 8.1).
// The state between two bytes is how many more are due and the range the next must lie in, which is all that overlong
// forms, surrogates and scalars beyond U+10FFFF take.

struct UTF8Check: Equatable {
    private var due: UInt8 = 0
    private var low: UInt8 = 0x80
    private var high: UInt8 = 0xBF

    /// No scalar is cut off.
    var isComplete: Bool { due == 0 }

    /// Takes the next bytes in. False: the text is not UTF-8, whatever may follow.
    mutating func accept(_ bytes: Span<UInt8>) -> Bool {
        bytes.withUnsafeBytes { accept($0) }
    }

    // Safe: `index` stays below `buffer.count`, eight below it for a word.
    private mutating func accept(_ buffer: UnsafeRawBufferPointer) -> Bool {
        let count = buffer.count
        var index = 0
        while index < count {
            if due == 0 {
                while index &+ 8 <= count,
                    buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                {
                    index &+= 8
                }
                guard index < count else { return true }
                guard begin(buffer[index]) else { return false }
            } else {
                let byte = buffer[index]
                guard byte >= low, byte <= high else { return false }
                due &-= 1
                low = 0x80
                high = 0xBF
            }
            index &+= 1
        }
        return true
    }

    /// The first byte of a scalar.
    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x7F: break
        case 0xC2...0xDF: due = 1
        case 0xE0: (due, low) = (2, 0xA0)
        case 0xED: (due, high) = (2, 0x9F)
        case 0xE1...0xEF: due = 2
        case 0xF0: (due, low) = (3, 0x90)
        case 0xF4: (due, high) = (3, 0x8F)
        case 0xF1...0xF3: due = 3
        default: return false
        }
        return true
    }
}
