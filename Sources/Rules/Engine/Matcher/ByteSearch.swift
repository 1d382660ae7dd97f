import CRE2

/// Searching bytes in bytes.
enum ByteSearch {
    /// Where `needle` first stands at `start` or behind, in linear time.
    static func find(_ needle: [UInt8], in text: Span<UInt8>, from start: Int = 0) -> Int? {
        guard start + needle.count <= text.count else { return nil }
        let found = text.extracting(start..<text.count).withUnsafeBufferPointer { text in
            needle.withUnsafeBufferPointer { needle in
                cre2_find(
                    CompiledRegex.characters(text), text.count, CompiledRegex.characters(needle), needle.count)
            }
        }
        return found < 0 ? nil : start + found
    }

    static func isEqual(_ a: Span<UInt8>, _ b: [UInt8]) -> Bool { a.count == b.count && stands(b, at: 0, in: a) }

    /// Whether `piece` stands at this place of the text.
    static func stands(_ piece: [UInt8], at start: Int, in text: Span<UInt8>) -> Bool {
        guard start >= 0, start + piece.count <= text.count else { return false }
        for index in 0..<piece.count where text[start + index] != piece[index] { return false }
        return true
    }
}
