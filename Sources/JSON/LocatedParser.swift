// Reads a text that a person wrote, with its faults. Recursion is bounded by JSONReader.depthLimit.
//
// The rule of recovery: go on only where what was meant is plain (a comma too few or too many, a key without quotes, single quotes, a
// bad escape, an unknown word); otherwise report that one fault and stop, since what follows would be noise.

struct LocatedParser: ~Copyable, ~Escapable {
    typealias Node = LocatedTree.Node
    typealias Member = LocatedTree.Member

    let bytes: Span<UInt8>
    var index = 0
    var depth = 0
    /// Reading has stopped: nothing more is reported or read.
    var isStopped = false
    var isIncomplete = false
    /// The line may have ended inside a string that swallowed a comma or a bracket.
    var commaMayBeSwallowed = false
    var faults: [LocatedFault] = []
    var comments: [LocatedTree.Comment] = []

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    var faultsInOrder: [LocatedFault] {
        // A fault is found where it stands, save a duplicate key and an unclosed bracket; sorting keeps equal places in order.
        faults.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
    }

    mutating func parse() -> Node? {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            report(
                .byteOrderMark, 0..<3, "the file begins with a byte order mark", hint: "save it as UTF-8 without one")
            index = 3
        }
        skipBlanks()
        if isStopped { return nil }
        guard index < bytes.count else {
            stop(.emptyText, bytes.count..<bytes.count, "there is no JSON value in the file")
            return nil
        }
        let root = value()
        skipBlanks()
        if !isStopped, index < bytes.count {
            stop(.trailingText, wordRange(at: index), "more text after the end of the JSON value")
        }
        return root
    }

    // MARK: Values

    /// The value that begins at `index`; nil if it had to be left out.
    mutating func value() -> Node? {
        guard index < bytes.count else {
            stop(.expectedValue, index..<index, "a value is missing here")
            return nil
        }
        switch bytes[index] {
        case UInt8(ascii: "{"): return object()
        case UInt8(ascii: "["): return array()
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let start = index
            let text = string()
            return Node(.string(text), range: start..<index)
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), 0x30...0x39: return number()
        case let byte where isWord(byte): return word()
        default:
            stop(.expectedValue, scalarRange(at: index), "expected a value, not \(quoted(scalarRange(at: index)))")
            return nil
        }
    }

    private mutating func object() -> Node {
        let start = index
        guard enter() else { return Node(.object([]), range: start..<index) }
        var members: [Member] = []
        var places: [String: Range<Int>] = [:]
        items(closing: UInt8(ascii: "}"), from: start) { (parser) in
            guard let member = parser.member() else { return }
            if let first = places[member.key] {
                parser.report(
                    .duplicateKey, member.keyRange, "the key \"\(member.key)\" comes twice in this object",
                    hint: "keep one of the two", related: .init(range: first, message: "it is here first"))
            } else {
                places[member.key] = member.keyRange
            }
            members.append(member)
        }
        return Node(.object(members), range: start..<index)
    }

    private mutating func array() -> Node {
        let start = index
        guard enter() else { return Node(.array([]), range: start..<index) }
        var elements: [Node] = []
        items(closing: UInt8(ascii: "]"), from: start) { (parser) in
            if let element = parser.value() { elements.append(element) }
        }
        return Node(.array(elements), range: start..<index)
    }

    private mutating func enter() -> Bool {
        guard depth < JSONReader.depthLimit else {
            stop(
                .tooDeep, index..<index + 1,
                "more than \(JSONReader.depthLimit) objects and lists inside each other")
            return false
        }
        depth += 1
        index += 1
        return true
    }

    /// The items of a container up to its closing bracket, with the commas between them.
    private mutating func items(closing: UInt8, from start: Int, item: (inout LocatedParser) -> Void) {
        defer { depth -= 1 }
        var lastComma: Int?
        var isFirst = true
        var itemEnd = index
        while true {
            skipBlanks()
            if isStopped { return }
            guard index < bytes.count else { return unclosed(start) }
            let byte = bytes[index]
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                if let comma = lastComma { reportExtraComma(comma, before: byte) }
                if byte == closing { index += 1 } else { wrongClosing(byte, from: start) }
                return
            }
            if byte == UInt8(ascii: ",") {
                if isFirst || lastComma != nil { reportExtraComma(index, before: byte) }
                lastComma = index
                index += 1
                continue
            }
            if !isFirst, lastComma == nil {
                guard mayBeginItem(byte) else {
                    let place = scalarRange(at: index)
                    let end = closing == UInt8(ascii: "}") ? "}" : "]"
                    return stop(.missingComma, place, "expected \",\" or \"\(end)\", not \(quoted(place))")
                }
                if !commaMayBeSwallowed { report(.missingComma, itemEnd..<itemEnd, "a comma is missing here") }
            }
            commaMayBeSwallowed = false
            lastComma = nil
            isFirst = false
            item(&self)
            itemEnd = index
        }
    }

    private mutating func member() -> Member? {
        let keyStart = index
        let key: String
        if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
            key = string()
        } else if isWord(bytes[index]) {
            let range = wordRange(at: index)
            key = text(range)
            index = range.upperBound
            report(.unquotedText, range, "a key needs double quotes", hint: "write \"\(key)\"")
        } else {
            let place = scalarRange(at: index)
            stop(.expectedKey, place, "expected a key in double quotes, not \(quoted(place))")
            return nil
        }
        let keyRange = keyStart..<index
        skipBlanks()
        if isStopped { return nil }
        if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
            index += 1
        } else if index < bytes.count, bytes[index] == UInt8(ascii: "=") {
            report(.expectedColon, index..<index + 1, "a colon belongs behind a key, not \"=\"")
            index += 1
        } else {
            report(
                .expectedColon, keyRange.upperBound..<keyRange.upperBound,
                "a colon is missing behind the key \"\(key)\"")
            guard index < bytes.count, mayBeginItem(bytes[index]), !commaMayBeSwallowed else {
                isIncomplete = true
                commaMayBeSwallowed = true
                return nil
            }
        }
        skipBlanks()
        if isStopped { return nil }
        if index < bytes.count, bytes[index] == UInt8(ascii: ",") || bytes[index] == UInt8(ascii: "}") {
            isIncomplete = true
            report(.expectedValue, index..<index, "the key \"\(key)\" has no value")
            return nil
        }
        guard let value = value() else { return nil }
        return Member(key: key, keyRange: keyRange, value: value)
    }

    private mutating func number() -> Node? {
        let start = index
        let first = bytes[start]
        let range = numberLikeRange(at: start)
        index = range.upperBound
        if first == UInt8(ascii: "-") || first >= 0x30, let end = try? NumberScan.end(bytes, from: start),
            end == range.upperBound
        {
            guard let value = NumberScan.double(bytes, range) else {
                isIncomplete = true
                report(.numberOutOfRange, range, "the number is too large")
                return nil
            }
            return Node(.number(value), range: range)
        }
        isIncomplete = true
        report(.badNumber, range, "\(quoted(range)) is no number as JSON writes them", hint: numberHint(range))
        return nil
    }

    /// `true`, `false`, `null`, or a word that has no business there.
    private mutating func word() -> Node? {
        let range = wordRange(at: index)
        let text = text(range)
        index = range.upperBound
        switch text {
        case "true": return Node(.bool(true), range: range)
        case "false": return Node(.bool(false), range: range)
        case "null": return Node(.null, range: range)
        case "True", "TRUE", "yes": return replaced(range, .bool(true), by: "true")
        case "False", "FALSE", "no": return replaced(range, .bool(false), by: "false")
        case "None", "NULL", "nil", "undefined": return replaced(range, .null, by: "null")
        default:
            report(.unquotedText, range, "a text needs double quotes", hint: "write \"\(text)\"")
            return Node(.string(text), range: range)
        }
    }

    private mutating func replaced(_ range: Range<Int>, _ kind: Node.Kind, by word: String) -> Node {
        report(.unquotedText, range, "\(quoted(range)) is no JSON value", hint: "write \(word)")
        return Node(kind, range: range)
    }
}
