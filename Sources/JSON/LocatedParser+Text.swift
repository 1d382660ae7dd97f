// The small steps of the located parser: blanks and comments, and strings with their faults.

extension LocatedParser {
    // MARK: Blanks and comments

    mutating func skipBlanks() {
        while index < bytes.count, !isStopped {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "/"): comment()
            default: return
            }
        }
    }

    private mutating func comment() {
        let start = index
        let second = index + 1 < bytes.count ? bytes[index + 1] : 0
        if second == UInt8(ascii: "/") {
            index = endOfLine(from: index)
            comments.append(.init(range: start..<index, isBlock: false))
        } else if second == UInt8(ascii: "*") {
            index += 2
            while index + 1 < bytes.count {
                if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
                    index += 2
                    return checkComment(start..<index, isBlock: true)
                }
                index += 1
            }
            index = bytes.count
            stop(.unclosedComment, start..<start + 2, "this comment is never closed", hint: "close it with */")
            return
        } else {
            stop(
                .expectedValue, start..<start + 1, "a single \"/\" begins nothing", hint: "comments begin with // or /*"
            )
            return
        }
        checkUTF8(start..<index)
    }

    private mutating func checkComment(_ range: Range<Int>, isBlock: Bool) {
        comments.append(.init(range: range, isBlock: isBlock))
        checkUTF8(range)
    }

    private mutating func checkUTF8(_ range: Range<Int>) {
        var place = range.lowerBound
        while place < range.upperBound {
            let length = UTF8Scan.length(bytes, at: place)
            if length == 0 { return report(.badUTF8, place..<place + 1, "the file is not UTF-8 here") }
            place += length
        }
    }

    /// The line break, or the end of the text.
    private func endOfLine(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        if end > start, end < bytes.count, bytes[end - 1] == 0x0D { end -= 1 }
        return end
    }

    // MARK: Strings

    /// The text of the string at `index`; its faults are reported, and what can be read of it is kept.
    mutating func string() -> String {
        let start = index
        if bytes[start] == UInt8(ascii: "\""),
            let token = try? StringScan.string(bytes, from: start + 1, plainUpTo: start + 1)
        {
            index = token.end + 1
            return JSONText.string(bytes, token)
        }
        return faultyString(from: start)
    }

    private mutating func faultyString(from start: Int) -> String {
        let quote = bytes[start]
        var text: [UInt8] = []
        index = start + 1
        var badUTF8IsSaid = false
        while index < bytes.count {
            let byte = bytes[index]
            if byte == quote {
                index += 1
                if quote == UInt8(ascii: "'") {
                    report(.singleQuotes, start..<index, "a text needs double quotes", hint: "write it with \"")
                }
                return String(decoding: text, as: UTF8.self)
            }
            if byte == 0x0A || byte == 0x0D { break }
            if byte == 0x5C {
                escape(into: &text)
                continue
            }
            let length = UTF8Scan.length(bytes, at: index)
            if byte < 0x20 {
                report(
                    .controlCharacter, index..<index + 1, "a control character inside a text",
                    hint: byte == 0x09
                        ? "write \\t" : "write it as \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))")
            } else if length == 0, !badUTF8IsSaid {
                badUTF8IsSaid = true
                report(.badUTF8, index..<index + 1, "the file is not UTF-8 here")
            }
            for _ in 0..<max(length, 1) {
                text.append(bytes[index])
                index += 1
            }
        }
        isIncomplete = true
        commaMayBeSwallowed = true
        report(
            .unclosedString, start..<index, "this text is not closed on its line",
            hint: "a line break inside a text is written \\n")
        return String(decoding: text, as: UTF8.self)
    }

    /// The escape at `index`, good or bad.
    private mutating func escape(into text: inout [UInt8]) {
        do throws(JSONError) {
            let (scalar, next) = try StringScan.escape(bytes, at: index)
            text.append(contentsOf: Array(String(scalar).utf8))
            index = next
        } catch {
            let lineEnd = endOfLine(from: index)
            if error.code == .loneSurrogate {
                report(.loneSurrogate, index..<index + 6, "half of a surrogate pair stands for no character")
                index += 6
            } else if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") {
                let end = min(index + 6, lineEnd)
                report(.badEscape, index..<end, "\\u needs four hexadecimal digits")
                index += 2
            } else {
                let next = index + 1 < lineEnd ? scalarRange(at: index + 1).upperBound : index + 1
                report(
                    .badEscape, index..<next, "JSON knows no escape \(quoted(index..<next))",
                    hint: "a backslash itself is written \\\\")
                index = next
            }
            text.append(contentsOf: [0xEF, 0xBF, 0xBD])
        }
    }

    // MARK: Bytes that belong together

    func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"): true
        case 0x80...: true
        default: false
        }
    }

    /// The word at a place; one scalar if there is none.
    func wordRange(at start: Int) -> Range<Int> {
        var end = start
        while end < bytes.count, isWord(bytes[end]) || (end > start && bytes[end] == UInt8(ascii: "-")) { end += 1 }
        return end > start ? start..<end : scalarRange(at: start)
    }

    func numberLikeRange(at start: Int) -> Range<Int> {
        var end = start
        while end < bytes.count,
            isWord(bytes[end]) || bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: "+")
                || bytes[end] == UInt8(ascii: "-")
        {
            end += 1
        }
        return start..<end
    }

    func scalarRange(at start: Int) -> Range<Int> {
        guard start < bytes.count else { return bytes.count..<bytes.count }
        return start..<start + max(1, UTF8Scan.length(bytes, at: start))
    }

    func mayBeginItem(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"): true
        default: isWord(byte)
        }
    }

    /// U+FFFD stands for what is not UTF-8.
    func text(_ range: Range<Int>) -> String {
        var copy: [UInt8] = []
        for place in range { copy.append(bytes[place]) }
        return String(decoding: copy, as: UTF8.self)
    }
}
