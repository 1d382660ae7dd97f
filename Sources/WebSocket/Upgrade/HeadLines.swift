// The lines of an HTTP head, from the bytes that `HeadReader` gathered (RFC 9112 sections 2 and 5).

enum HeadLines {
    static func split(
        _ bytes: [UInt8], limits: HeadLimits
    ) throws(HeadFault) -> (start: ArraySlice<UInt8>, fields: HeaderFields) {
        // Swift sees CR LF as one character, so lines are split as bytes.
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        guard lines.count >= 3, lines.popLast()?.isEmpty == true, lines.popLast()?.elementsEqual([0x0D]) == true else {
            throw .badStartLine
        }
        guard let start = lines.popFirst(), start.last == 0x0D else { throw .badStartLine }
        guard lines.count <= limits.fields else { throw .tooManyFields }
        var fields = HeaderFields()
        for line in lines {
            // No blank before the colon, and no folded line: both have been used to smuggle (RFC 9112 section 5).
            guard line.last == 0x0D, let colon = line.firstIndex(of: 0x3A) else { throw .badField }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            let value = String(decoding: line[(colon + 1)...].dropLast(), as: UTF8.self)
            guard fields.append(name, HTTPText.trim(value[...])) else { throw .badField }
        }
        return (start.dropLast(), fields)
    }

    /// Of `HTTP/1.x`.
    static func minorVersion(_ word: ArraySlice<UInt8>) throws(HeadFault) -> Int {
        let text = String(decoding: word, as: UTF8.self)
        guard text.hasPrefix("HTTP/"), word.count == 8, word.dropFirst(6).first == 0x2E else { throw .badStartLine }
        guard word.dropFirst(5).first == 0x31, let minor = word.last, minor >= 0x30, minor <= 0x39 else {
            throw .badVersion
        }
        return Int(minor) - 0x30
    }
}
