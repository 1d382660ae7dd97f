// The Range field of a request (RFC 9110 section 14.2), as far as one contiguous range goes; what we do not know may be
// ignored, and the whole is sent.

enum ByteRange: Equatable {
    /// No range, or one that is ignored: send all.
    case whole
    case part(Range<Int>)
    /// 416: it begins behind the end.
    case unsatisfiable

    init(_ field: String?, size: Int) {
        self = .whole
        guard let field, field.hasPrefix("bytes=") else { return }
        let set = field.dropFirst(6)
        guard !set.contains(","), let dash = set.firstIndex(of: "-") else { return }
        let first = ByteRange.number(set[..<dash])
        let last = ByteRange.number(set[set.index(after: dash)...])
        switch (first, last) {
        case (.absent, .value(let count)):
            self = count == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - count)..<size)
        case (.value(let start), .absent):
            self = start >= size ? .unsatisfiable : .part(start..<size)
        case (.value(let start), .value(let end)):
            guard start <= end else { return }
            self = start >= size ? .unsatisfiable : .part(start..<min(size - 1, end) + 1)
        default: return
        }
    }

    private enum Number {
        case absent
        case value(Int)
        case bad
    }

    private static func number(_ text: Substring) -> Number {
        if text.isEmpty { return .absent }
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return .bad }
        return .value(Int(text) ?? .max)
    }
}
