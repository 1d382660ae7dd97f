/// An HTTP response without its body.
public struct ResponseHead: Sendable, Equatable {
    /// 100 to 999.
    public var status: Int
    public var reason: String
    public var minorVersion: Int
    public var fields: HeaderFields

    /// Another response follows on the same connection (RFC 9110 section 15.2); 101 is the last in HTTP.
    var isInterim: Bool { status < 200 && status != 101 }

    /// - Parameter bytes: up to and with the empty line.
    public init(_ bytes: [UInt8], limits: HeadLimits = HeadLimits()) throws(HeadFault) {
        let (line, fields) = try HeadLines.split(bytes, limits: limits)
        let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2 else { throw .badStartLine }
        minorVersion = try HeadLines.minorVersion(words[0])
        guard words[1].count == 3, words[1].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { throw .badStartLine }
        status = words[1].reduce(0) { $0 * 10 + Int($1) - 0x30 }
        guard status >= 100 else { throw .badStartLine }
        reason = words.count == 3 ? String(decoding: words[2], as: UTF8.self) : ""
        self.fields = fields
    }
}
