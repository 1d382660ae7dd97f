// The fenced block of a prompt's text. A fence is a line of three backticks; the opening one may name a shell. Before it
// only blanks and one heading line that ends in a colon may stand, behind it only blanks.

enum Fence {
    enum Found: Equatable {
        /// The text has no three backticks.
        case none
        /// What stands between the fences, without the line break before the closing one.
        case block(String)
        /// Byte offsets into the text.
        case unclear(CommandFault.Markup, Range<Int>)
    }

    private static let languages: [[UInt8]] = ["", "sh", "bash", "shell", "console"].map { Array($0.utf8) }

    static func find(in text: String) -> Found {
        let bytes = Array(text.utf8)
        let marks = marks(in: bytes)
        guard let opening = marks.first else { return .none }
        let lineEnd = bytes[opening.upperBound...].firstIndex(of: 0x0A) ?? bytes.count
        guard opening.count == 3, languages.contains(Array(trimmed(bytes[opening.upperBound..<lineEnd]))) else {
            return .unclear(.fenceLanguage, opening.lowerBound..<lineEnd)
        }
        if let range = wordsBefore(opening.lowerBound, in: bytes) { return .unclear(.wordsOutside, range) }
        guard marks.count > 1, lineEnd < bytes.count else { return .unclear(.openFence, opening) }
        guard marks.count == 2 else { return .unclear(.secondFence, marks[2]) }
        let closing = marks[1]
        guard closing.count == 3, let contentEnd = contentEnd(before: closing.lowerBound, from: lineEnd, in: bytes)
        else {
            return .unclear(.openFence, closing)
        }
        let behind = bytes[closing.upperBound...]
        if let word = behind.firstIndex(where: { !isBlank($0) }) { return .unclear(.wordsOutside, word..<bytes.count) }
        return .block(String(decoding: bytes[min(lineEnd + 1, contentEnd)..<contentEnd], as: UTF8.self))
    }

    /// The runs of three backticks and more.
    private static func marks(in bytes: [UInt8]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        while let first = bytes[start...].firstIndex(of: 0x60) {
            let end = bytes[first...].firstIndex { $0 != 0x60 } ?? bytes.count
            if end - first >= 3 { runs.append(first..<end) }
            start = end
        }
        return runs
    }

    /// The words before the opening fence that may not stand there. It begins its own line.
    private static func wordsBefore(_ fence: Int, in bytes: [UInt8]) -> Range<Int>? {
        let lineStart = (bytes[..<fence].lastIndex(of: 0x0A) ?? -1) + 1
        let own = lineStart..<fence
        if !bytes[own].allSatisfy(isBlank) { return own }
        let lines = bytes[..<lineStart].split(separator: 0x0A).map { trimmed($0) }.filter { !$0.isEmpty }
        guard let first = lines.first, let last = lines.last else { return nil }
        let isHeading = lines.count == 1 && first.last == UInt8(ascii: ":") && isShown(first)
        return isHeading ? nil : first.startIndex..<last.endIndex
    }

    /// Whether all of a heading is to be seen, as it stands: an invisible or a control character may show it otherwise.
    private static func isShown(_ heading: ArraySlice<UInt8>) -> Bool {
        String(decoding: heading, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: scalar == "\t"
            default: true
            }
        }
    }

    /// Where the content ends: before the line break in front of the closing fence, which stands alone on its line.
    private static func contentEnd(before fence: Int, from start: Int, in bytes: [UInt8]) -> Int? {
        guard let lineBreak = bytes[start..<fence].lastIndex(of: 0x0A) else { return nil }
        guard bytes[(lineBreak + 1)..<fence].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return nil }
        return lineBreak > start && bytes[lineBreak - 1] == 0x0D ? lineBreak - 1 : lineBreak
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return bytes.prefix(0) }
        return bytes[first...last]
    }
}
