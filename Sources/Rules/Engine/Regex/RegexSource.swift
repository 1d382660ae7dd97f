// The rule of patterns: RE2 reads them all, so none can take more than linear time. `(?<name>` is written `(?P<name>` for
// it, and a pattern is put in NFC like the texts that it meets.

/// A pattern as it stands in a rule file.
public struct RegexSource: Sendable {
    public let pattern: String
    /// As RE2 reads it.
    let rewritten: [UInt8]
    /// Where in `rewritten` a `P` was put in.
    private let inserted: [Int]
    /// The pattern was not in NFC, so places in `rewritten` say nothing of places in it.
    private let moved: Bool

    public init(_ pattern: String) {
        self.pattern = pattern
        let normal = Normal.bytes(pattern)
        moved = !normal.elementsEqual(pattern.utf8)
        var rewritten: [UInt8] = []
        var inserted: [Int] = []
        for token in RegexTokens(normal).tokens {
            let text = normal[token.range]
            let isNamed =
                token.kind == .open && text.starts(with: Array("(?<".utf8)) && !text.starts(with: Array("(?<=".utf8))
                && !text.starts(with: Array("(?<!".utf8))
            if isNamed {
                rewritten += Array("(?P<".utf8) + text.dropFirst(3)
                inserted.append(rewritten.count - text.count + 1)
            } else {
                rewritten += text
            }
        }
        self.rewritten = rewritten
        self.inserted = inserted
    }

    /// The first fault, if RE2 cannot compile the pattern.
    ///
    /// - Parameter exact: case counts.
    public func fault(exact: Bool) -> RegexFault? {
        do throws(RegexFault) {
            _ = try CompiledRegex(self, exact: exact)
            return nil
        } catch {
            return error
        }
    }

    /// The names of its groups, in the order in which they open; none if it has a fault.
    public var groups: [String] {
        var known: Set<String> = []
        let names = (try? CompiledRegex(self, exact: false))?.names ?? []
        return names.map(\.name).filter { known.insert($0).inserted }
    }

    /// Whether it matches the empty text, and so any text.
    public var matchesEmpty: Bool {
        let nothing: [UInt8] = []
        return (try? CompiledRegex(self, exact: false))?.matches(nothing.span) ?? false
    }

    /// A range of `rewritten` as a range of `pattern`.
    func original(_ range: Range<Int>) -> Range<Int> {
        if moved { return 0..<pattern.utf8.count }
        let lower = range.lowerBound - inserted.count { $0 < range.lowerBound }
        let upper = range.upperBound - inserted.count { $0 < range.upperBound }
        return lower..<max(lower, upper)
    }
}
