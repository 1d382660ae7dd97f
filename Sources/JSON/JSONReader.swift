// Reads one JSON text, front to back, and never looks at a byte twice. The caller says what it expects; the reader checks that it
// is so, that it is RFC 8259 to the letter, and that it is UTF-8. Nothing is allocated until a text is asked for.
//
// Decided here, where RFC 8259 leaves room (docs/json.md): no byte order mark; no half surrogates; at most `depthLimit`
// containers inside each other; numbers by the rules in NumberScan.swift; a key that comes twice is the caller's to judge.

/// A strict pull reader over borrowed bytes (RFC 8259).
///
/// To read an object: `enterObject()`, then for each `nextKey()` that is not nil one value (`readText()`, `skip()`, ...).
/// To read an array: `enterArray()`, then a value as long as `nextElement()` is true. At the end: `finish()`.
/// After an error the reader is of no more use.
public struct JSONReader: ~Copyable, ~Escapable {
    /// Objects and arrays inside each other.
    public static let depthLimit = 64

    let bytes: Span<UInt8>
    /// The next byte to be read.
    public private(set) var offset: Int
    private var depth = 0
    /// Just behind an opening bracket: no comma is due.
    private var isFirst = false

    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
        self.offset = 0
    }

    // MARK: What comes

    /// The kind of the value that comes next, told by its first byte.
    public mutating func peek() throws(JSONError) -> JSONKind {
        switch try nextByte() {
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "-"), 0x30...0x39: return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default: throw JSONError(.unexpectedByte, at: offset)
        }
    }

    /// Only blanks may follow.
    public mutating func finish() throws(JSONError) {
        skipBlanks()
        guard offset == bytes.count else { throw JSONError(.trailing, at: offset) }
    }

    // MARK: Containers

    /// Steps into an object.
    public mutating func enterObject() throws(JSONError) {
        try expect(.object)
        try enter()
    }

    /// The next key of the object, its colon read; nil at the object's end, which is then behind.
    public mutating func nextKey() throws(JSONError) -> JSONToken? {
        guard try nextItem(closing: UInt8(ascii: "}")) else { return nil }
        return try key()
    }

    /// A member of an object, key and value stepped over; nil at the object's end, which is then behind. The same as
    /// `nextKey` and `skip`, in one call.
    public mutating func nextMember() throws(JSONError) -> (key: JSONToken, value: JSONToken)? {
        guard try nextItem(closing: UInt8(ascii: "}")) else { return nil }
        let key = try key()
        // Most values are strings.
        if try nextByte() == UInt8(ascii: "\"") { return (key, try string()) }
        return (key, try skip())
    }

    /// Steps into an array.
    public mutating func enterArray() throws(JSONError) {
        try expect(.array)
        try enter()
    }

    /// Whether another element comes; if not, the array's end is behind.
    public mutating func nextElement() throws(JSONError) -> Bool {
        try nextItem(closing: UInt8(ascii: "]"))
    }

    // MARK: Values

    /// Checks the next value, whatever it is, and steps over it. Numbers are checked for their grammar, not for their range.
    @discardableResult
    public mutating func skip() throws(JSONError) -> JSONToken {
        switch try nextByte() {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "{"): return try container(.object)
        case UInt8(ascii: "["): return try container(.array)
        case UInt8(ascii: "-"), 0x30...0x39:
            let start = offset
            offset = try NumberScan.end(bytes, from: start)
            return JSONToken(.number, start: start, end: offset)
        case UInt8(ascii: "t"): return try literal("true", .bool)
        case UInt8(ascii: "f"): return try literal("false", .bool)
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: throw JSONError(.unexpectedByte, at: offset)
        }
    }

    /// A string, not yet read.
    public mutating func readString() throws(JSONError) -> JSONToken {
        try expect(.string)
        return try string()
    }

    /// The text of a string.
    public mutating func readText() throws(JSONError) -> String {
        text(of: try readString())
    }

    /// A whole number, however it is spelled: `2`, `2.0` and `2e0` are the same.
    public mutating func readInt() throws(JSONError) -> Int {
        try expect(.number)
        return try int(of: skip())
    }

    /// A number, as the nearest Double.
    public mutating func readDouble() throws(JSONError) -> Double {
        try expect(.number)
        return try double(of: skip())
    }

    public mutating func readBool() throws(JSONError) -> Bool {
        try expect(.bool)
        return bool(of: try skip())
    }

    public mutating func readNull() throws(JSONError) {
        try expect(.null)
        try skip()
    }

    // MARK: Reading what was stepped over

    /// The text of a string or key.
    public func text(of token: JSONToken) -> String { JSONText.string(bytes, token) }

    /// Whether a string or key is this text, escapes counted as what they stand for.
    public func matches(_ token: JSONToken, _ text: StaticString) -> Bool {
        if token.hasEscapes { return self.text(of: token) == text.description }
        guard token.count == text.utf8CodeUnitCount else { return false }
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: token.count)
        // The buffer is as long as the token, by the guard above.
        for place in 0..<token.count where bytes[token.start &+ place] != wanted[place] { return false }
        return true
    }

    /// The value of a whole number.
    public func int(of token: JSONToken) throws(JSONError) -> Int {
        guard token.kind == .number else { throw JSONError(.wrongKind, at: token.start) }
        switch NumberScan.int(bytes, token.range) {
        case .value(let value): return value
        case .notWhole: throw JSONError(.notWhole, at: token.start)
        case .outOfRange: throw JSONError(.numberOutOfRange, at: token.start)
        }
    }

    /// The value of a number.
    public func double(of token: JSONToken) throws(JSONError) -> Double {
        guard token.kind == .number else { throw JSONError(.wrongKind, at: token.start) }
        guard let value = NumberScan.double(bytes, token.range) else {
            throw JSONError(.numberOutOfRange, at: token.start)
        }
        return value
    }

    /// Whether a token is `true`.
    public func bool(of token: JSONToken) -> Bool {
        token.kind == .bool && bytes[token.start] == UInt8(ascii: "t")
    }

    // MARK: Steps

    @inline(__always)
    private mutating func skipBlanks() {
        while offset < bytes.count {
            // Never below 0, and below the count by the condition.
            let byte = bytes[unchecked: offset]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            offset &+= 1
        }
    }

    /// The next byte that is no blank; it is not stepped over.
    @inline(__always)
    private mutating func nextByte() throws(JSONError) -> UInt8 {
        skipBlanks()
        guard offset < bytes.count else { throw JSONError(.unexpectedEnd, at: offset) }
        // Never below 0, and below the count by the guard.
        return bytes[unchecked: offset]
    }

    private mutating func expect(_ kind: JSONKind) throws(JSONError) {
        guard try peek() == kind else { throw JSONError(.wrongKind, at: offset) }
    }

    private mutating func enter() throws(JSONError) {
        guard depth < JSONReader.depthLimit else { throw JSONError(.tooDeep, at: offset) }
        depth &+= 1
        offset &+= 1
        isFirst = true
    }

    @inline(__always)
    private mutating func nextItem(closing: UInt8) throws(JSONError) -> Bool {
        let byte = try nextByte()
        if byte == closing {
            offset &+= 1
            depth &-= 1
            isFirst = false
            return false
        }
        if isFirst {
            isFirst = false
            return true
        }
        guard byte == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: offset) }
        offset &+= 1
        return true
    }

    /// A key and its colon.
    @inline(__always)
    private mutating func key() throws(JSONError) -> JSONToken {
        guard try nextByte() == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: offset) }
        let token = try string()
        guard try nextByte() == UInt8(ascii: ":") else { throw JSONError(.unexpectedByte, at: offset) }
        offset &+= 1
        return token
    }

    /// The string whose opening quote is next. Most are plain ASCII; those are done here.
    @inline(__always)
    private mutating func string() throws(JSONError) -> JSONToken {
        let start = offset &+ 1
        let end = StringScan.endOfPlain(bytes, from: start)
        if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
            offset = end &+ 1
            return JSONToken(.string, start: start, end: end)
        }
        let token = try StringScan.string(bytes, from: start, plainUpTo: end)
        offset = token.end &+ 1
        return token
    }

    @inline(__always)
    private mutating func literal(_ word: StaticString, _ kind: JSONKind) throws(JSONError) -> JSONToken {
        let start = offset
        // As many as the word has.
        for letter in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
            guard offset < bytes.count else { throw JSONError(.unexpectedEnd, at: offset) }
            guard bytes[offset] == letter else { throw JSONError(.unexpectedByte, at: offset) }
            offset &+= 1
        }
        return JSONToken(kind, start: start, end: offset)
    }

    /// Steps over an object or array without recursion: one bit a level says which of the two it is.
    private mutating func container(_ kind: JSONKind) throws(JSONError) -> JSONToken {
        let start = offset
        let outside = depth
        var objects: UInt64 = 0
        repeat {
            // A value is next.
            let next = try peek()
            if next == .object || next == .array {
                try enter()
                objects = objects &<< 1 | (next == .object ? 1 : 0)
            } else {
                _ = try skip()
            }
            // What is behind it, up to the next value or the end of the outermost container.
            while depth > outside {
                let inObject = objects & 1 == 1
                if try nextItem(closing: inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    if inObject { _ = try key() }
                    break
                }
                objects &>>= 1
            }
        } while depth > outside
        return JSONToken(kind, start: start, end: offset)
    }
}
