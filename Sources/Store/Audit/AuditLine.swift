import Files

/// One line of the audit log, byte for byte:
///
///     {"seq":7,"prev":"<64 hex digits>","record":{...},"hash":"<64 hex digits>"}
///
/// `hash` is the SHA-256 of all bytes of the line before `,"hash"`; `prev` is the `hash` of the line before, also where that
/// is the last of a file that was closed; or 64 zeros.
struct AuditLine: Hashable {
    var number: Int
    var previous: String
    /// The JSON object that was handed over.
    var record: [UInt8]
    var hash: String

    /// Nil if SHA-256 cannot be had.
    init?(number: Int, previous: String, record: [UInt8]) {
        self.number = number
        self.previous = previous
        self.record = record
        hash = ""
        guard let hash = SHA256.hex(head) else { return nil }
        self.hash = hash
    }

    private var head: [UInt8] { Array("{\"seq\":\(number),\"prev\":\"\(previous)\",\"record\":".utf8) + record }

    /// With the end of the line.
    var bytes: [UInt8] { head + Array(",\"hash\":\"\(hash)\"}\n".utf8) }

    /// Reads a line without its end; nil if it is not of this form in each byte.
    init?(_ bytes: [UInt8]) {
        let (start, prev, record, end) = (#"{"seq":"#, #","prev":""#, #"","record":"#, #","hash":""#)
        var rest = bytes[...]
        func take(_ text: String) -> Bool {
            guard rest.starts(with: text.utf8) else { return false }
            rest = rest.dropFirst(text.utf8.count)
            return true
        }
        guard take(start) else { return nil }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest.dropFirst(digits.count)
        guard let number = Int(String(decoding: digits, as: UTF8.self)), take(prev),
            let previous = Self.hexadecimal(rest.prefix(64))
        else { return nil }
        rest = rest.dropFirst(64)
        let tail = end.utf8.count + 64 + 2
        guard take(record), rest.count >= tail else { return nil }
        let body = rest.dropLast(tail)
        rest = rest.suffix(tail)
        guard take(end), let hash = Self.hexadecimal(rest.prefix(64)), rest.dropFirst(64).elementsEqual("\"}".utf8)
        else {
            return nil
        }
        self.number = number
        self.previous = previous
        self.record = Array(body)
        self.hash = hash
    }

    /// Whether the hash is that of the line.
    var isSound: Bool { SHA256.hex(head) == hash }

    static func hexadecimal(_ bytes: some Collection<UInt8>) -> String? {
        guard bytes.count == 64, bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
