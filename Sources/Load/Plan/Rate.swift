import Rules
import Time

/// So many in a time, such as `200/s`.
public struct Rate: Sendable, Hashable, CustomStringConvertible {
    public var count: Double
    public var per: Interval

    /// Above 0, at most a thousand million a second.
    public init?(count: Double, per: Interval = .seconds(1)) {
        guard count > 0, count.isFinite, per > .zero else { return nil }
        self.count = count
        self.per = per
        guard perSecond <= 1e9, perSecond >= 1e-6 else { return nil }
    }

    /// Reads `200/s`, `0.5/s`, `30/m` or `1000/h`.
    public init?(parsing text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty,
            parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
            let count = Double(String(parts[0]))
        else { return nil }
        let per: Interval
        switch parts[1] {
        case "s": per = .seconds(1)
        case "m": per = .seconds(60)
        case "h": per = .seconds(3600)
        default: return nil
        }
        self.init(count: count, per: per)
    }

    public var perSecond: Double { count / per.inSeconds }

    /// The mean time from one to the next.
    public var gap: Interval { Interval(nanoseconds: max(1, Int64(1e9 / perSecond))) }

    /// How long that many take.
    public func time(for count: Int) -> Interval {
        Interval(nanoseconds: Int64(min(1e18, (Double(count) * 1e9 / perSecond).rounded())))
    }

    public var description: String {
        let unit = per == .seconds(1) ? "s" : per == .seconds(60) ? "m" : "h"
        return "\(count == count.rounded() && count < 1e15 ? "\(Int(count))" : "\(count)")/\(unit)"
    }
}

extension Rate {
    static let form = TextForm("a rate", pattern: "^[0-9]+([.][0-9]+)?/[smh]$", example: "\"200/s\"") { text in
        Rate(parsing: text) == nil
            ? TextFault(
                .badDuration, "\(quoted(text)) is not a rate",
                hint: "a number above 0, a slash and a unit: \"200/s\", \"0.5/s\", \"30/m\", \"1000/h\"") : nil
    }
}
