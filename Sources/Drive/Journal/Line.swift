import Glibc
import JSON
import Rules
import Time

/// One line of the journal.
struct Line {
    var level: LogLevel
    var kind: String
    var mark: String
    var text: String
    var bot: String?
    var rule: String?
    var place: String?
    var time: WallTime

    /// `10:02:11.204 ← message "Hello"`
    func text(_ style: Journal.Style) -> String {
        let paint = Paint(isOn: style.hasColor)
        var line = paint.dim(Self.clock(time, in: style.zone)) + " "
        if style.namesBots, let bot { line += paint.dim(bot) + " " }
        switch kind {
        case "in": line += paint.cyan(mark) + " "
        case "out": line += paint.green(mark) + " "
        default: line += paint.dim(mark) + " "
        }
        switch level {
        case .warning: line += paint.yellow("warning: ")
        case .error: line += paint.red("error: ")
        case .debug, .info: break
        }
        // A rule comes before what it did, and where it stands behind.
        if let rule { line += paint.bold(visible(rule)) + " " }
        line += visible(text)
        if let place { line += "  " + paint.dim(visible(place)) }
        return line
    }

    /// - Parameter extra: a member more, whose value is JSON already.
    func json(with extra: (name: String, json: String)? = nil) -> String {
        var bytes: [UInt8] = []
        var fields: [(String, String)] = [("time", time.iso8601), ("level", level.rawValue), ("kind", kind)]
        if let bot { fields.append(("bot", bot)) }
        if let rule { fields.append(("rule", rule)) }
        if let place { fields.append(("place", place)) }
        fields.append(("text", text))
        for (name, value) in fields {
            bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
            bytes.append(jsonString: name)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(jsonString: value)
        }
        if let extra {
            bytes.append(UInt8(ascii: ","))
            bytes.append(jsonString: extra.name)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(contentsOf: extra.json.utf8)
        }
        bytes.append(UInt8(ascii: "}"))
        return String(decoding: bytes, as: UTF8.self)
    }

    static func clock(_ time: WallTime, in zone: Zone) -> String {
        let civil = zone.civil(at: time)
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return
            "\(padded(civil.hour, 2)):\(padded(civil.minute, 2)):\(padded(civil.second, 2)).\(padded(civil.millisecond, 3))"
    }
}

/// Colours of a terminal, or none.
public struct Paint: Sendable {
    public var isOn: Bool
    public init(isOn: Bool) { self.isOn = isOn }

    public func dim(_ text: String) -> String { wrapped("2", text) }
    public func bold(_ text: String) -> String { wrapped("1", text) }
    public func red(_ text: String) -> String { wrapped("31", text) }
    public func green(_ text: String) -> String { wrapped("32", text) }
    public func yellow(_ text: String) -> String { wrapped("33", text) }
    public func cyan(_ text: String) -> String { wrapped("36", text) }

    private func wrapped(_ code: String, _ text: String) -> String { isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}

/// Writes all, waiting where the descriptor is slow; false if it is gone, or full.
@discardableResult
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
        let wrote = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + done, bytes.count - done) }
        if wrote > 0 {
            done += wrote
        } else if errno == EAGAIN {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&waiting, 1, 1000)
        } else if errno != EINTR {
            return false
        }
    }
    return true
}
