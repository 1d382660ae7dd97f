import Files

/// Names one run, or one machine's part of it, as no other. A plan's seed repeats what devices do; a server that has handled the
/// ids of an earlier run would take the same ids for repetitions, so this goes into the ids of what they say.
public struct RunID: Hashable, Sendable, CustomStringConvertible {
    let number: UInt64

    public init(_ number: UInt64) { self.number = number }

    /// One that nobody had before.
    static func fresh() -> RunID { RunID(Randomness.number()) }

    /// 16 hexadecimal digits.
    public var description: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// - Parameter text: what `description` says.
    init?(_ text: String) {
        guard text.utf8.count == 16, let number = UInt64(text, radix: 16) else { return nil }
        self.number = number
    }
}
