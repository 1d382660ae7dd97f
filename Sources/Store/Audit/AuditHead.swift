/// One place in the chain: a record, by its number and hash.
struct AuditMark: Hashable {
    /// From 1.
    var number: Int
    /// 64 hexadecimal digits.
    var hash: String

    /// Before the first record.
    static let beginning = AuditMark(number: 0, hash: String(repeating: "0", count: 64))

    /// Twenty digits, a space, the hash, the end of the line.
    static let length = 20 + 1 + 64 + 1

    var bytes: [UInt8] {
        let digits = String(number)
        return Array((String(repeating: "0", count: max(0, 20 - digits.count)) + digits + " " + hash + "\n").utf8)
    }

    init(number: Int, hash: String) {
        self.number = number
        self.hash = hash
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        let hash = bytes.dropFirst(21)
        guard bytes.count == Self.length, bytes.dropFirst(20).first == UInt8(ascii: " "),
            bytes.last == UInt8(ascii: "\n"),
            let number = Int(String(decoding: bytes.prefix(20), as: UTF8.self)), number >= 0,
            let hash = AuditLine.hexadecimal(hash.dropLast())
        else { return nil }
        self.init(number: number, hash: hash)
    }
}

/// What stands in the log's second file: the end of the chain as it was last acknowledged, so that lines cut off the end
/// are missed; and the record that the open file follows, so that the files before it can be moved away.
struct AuditHead: Hashable {
    var last: AuditMark
    var base: AuditMark

    /// Two lines in one write, within one sector of a disk; one alone where no file was closed yet.
    var bytes: [UInt8] { base == .beginning ? last.bytes : last.bytes + base.bytes }

    init(last: AuditMark, base: AuditMark) {
        self.last = last
        self.base = base
    }

    /// One line alone is of a log that was never more than one file.
    init?(_ bytes: [UInt8]) {
        guard let last = AuditMark(bytes.prefix(AuditMark.length)) else { return nil }
        if bytes.count == AuditMark.length {
            self.init(last: last, base: .beginning)
        } else {
            guard let base = AuditMark(bytes.dropFirst(AuditMark.length)) else { return nil }
            self.init(last: last, base: base)
        }
    }
}
