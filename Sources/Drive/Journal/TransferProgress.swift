import JSON
import Rules
import Time

/// How far one transfer is.
struct TransferProgress: Sendable {
    enum Way: String, Sendable {
        case fetching, sending, receiving
    }

    var way: Way
    /// Whom or what: a host, a file's name.
    var what: String
    /// Bytes.
    var done: Int
    /// nil: nobody knows.
    var total: Int?

    /// `fetching example.com  12.3 of 200.0 MB, 6 %`
    var text: String {
        var text = "\(way.rawValue) \(what.prefix(40))  \(Self.megabytes(done))"
        if let total, total >= done, total > 0 {
            text += " of \(Self.megabytes(total)) MB, \(Int(Double(done) / Double(total) * 100)) %"
        } else {
            text += " MB"
        }
        return text
    }

    /// Of a URL, its host and port alone: the rest may hold secrets.
    static func host(of url: String) -> String {
        let rest = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last ?? ""
        let authority = rest.prefix { !"/?#".contains($0) }
        return String(authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
    }

    private static func megabytes(_ bytes: Int) -> String {
        let tenths = max(0, bytes) / 100_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// The last line of a terminal, which is drawn over again and again: it never holds a line break, and whoever writes a
/// line erases it first.
struct TerminalFoot: Sendable {
    private static let pause = Interval.milliseconds(200)
    /// Smaller ones are over before anybody could read.
    private static let least = 4_000_000
    private var isDrawn = false
    private var drawnAt = Instant.zero

    /// Bytes that draw it; nil: it is too soon, or too little.
    mutating func draw(_ transfer: TransferProgress, now: Instant) -> [UInt8]? {
        guard transfer.total ?? transfer.done >= Self.least else { return nil }
        guard drawnAt == .zero || now - drawnAt >= Self.pause else { return nil }
        drawnAt = now
        isDrawn = true
        return Array("\r\u{1B}[K\(visible(transfer.text))".utf8)
    }

    /// Bytes that erase it; nil: it is not there.
    mutating func erase() -> [UInt8]? {
        guard isDrawn else { return nil }
        isDrawn = false
        return Array("\r\u{1B}[K".utf8)
    }
}
