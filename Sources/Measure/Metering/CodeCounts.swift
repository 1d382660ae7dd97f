/// How often each code came. A server chooses codes, so their number has a bound.
public struct CodeCounts: Hashable, Sendable {
    /// Codes that are counted apart; what comes beyond is counted under `other`.
    public static let most = 256
    public static let other = "(other)"
    /// Characters of a code that are kept.
    static let longest = 64

    public private(set) var counts: [String: Int] = [:]

    public init() {}

    public var isEmpty: Bool { counts.isEmpty }
    public var total: Int { counts.values.reduce(0) { $0.adding($1) } }

    public subscript(_ code: String) -> Int { counts[code] ?? 0 }

    /// Counts a code; control characters become U+FFFD, and a long code is cut.
    public mutating func count(_ code: String, by times: Int = 1) {
        guard times > 0 else { return }
        let code = Self.tame(code)
        let name = counts[code] != nil || counts.count < Self.most ? code : Self.other
        counts[name, default: 0].add(times)
    }

    public mutating func merge(_ other: CodeCounts) {
        for (code, times) in other.sorted { count(code, by: times) }
    }

    /// The same counts under the names that the whole has; what it does not name is counted under `other`.
    func named(in whole: CodeCounts) -> CodeCounts {
        var named = CodeCounts()
        for (code, times) in counts {
            named.counts[whole.counts[code] == nil ? Self.other : code, default: 0].add(times)
        }
        return named
    }

    /// The most frequent first; of equal ones, by name.
    public var sorted: [(code: String, count: Int)] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    private static func tame(_ code: String) -> String {
        if code.utf8.count <= longest, code.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return code }
        let scalars = code.unicodeScalars.prefix(longest).map {
            $0.properties.generalCategory == .control || $0.properties.generalCategory == .format ? "\u{FFFD}" : $0
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
