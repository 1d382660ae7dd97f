import Time

// The rule of costs: a pattern may take 5 ms on 4,000 characters, on the machine that checks it. RE2 counts no steps that
// could be compared instead, and its automata differ by a hundred times with the same size; so it is really run, on texts
// made from the pattern, by a stopwatch that the driver hands in. A small program cannot take so long and is not run.

/// Runs the work once and says how long it took.
public typealias Stopwatch = (_ work: () -> Void) -> Interval

extension RegexSource {
    /// The most that a pattern may take on `probeLength` characters.
    public static let mostTime = Interval.milliseconds(5)
    public static let probeLength = 4000

    /// The slowest that RE2 was seen to be: nanoseconds for an instruction and a character, in its search with captures.
    private static let slowestStep = 12

    /// The first fault of a pattern: one that RE2 refuses, or that it takes too long.
    ///
    /// - Parameters:
    ///   - exact: case counts.
    ///   - stopwatch: nil: its time is not measured.
    public static func check(_ pattern: String, exact: Bool, stopwatch: Stopwatch? = nil) -> RegexFault? {
        let source = RegexSource(pattern)
        let regex: CompiledRegex
        do throws(RegexFault) {
            regex = try CompiledRegex(source, exact: exact)
        } catch {
            return error
        }
        guard let stopwatch else { return nil }
        let most = regex.programSize * slowestStep * probeLength
        guard most > mostTime.nanoseconds else { return nil }
        let slowest = source.probes.map { source.time(of: regex, on: $0, stopwatch) }.max() ?? .zero
        guard slowest > mostTime else { return nil }
        return RegexFault(
            .tooSlow, range: 0..<pattern.utf8.count,
            message: "the pattern takes \(slowest.milliseconds) ms on \(probeLength) characters, and may take 5",
            hint: "use smaller counts in {n,m}, and fewer repetitions within repetitions")
    }

    /// The least of three, so that a busy machine refuses nothing.
    private func time(of regex: CompiledRegex, on text: [UInt8], _ stopwatch: Stopwatch) -> Interval {
        var captures: [String: String] = [:]
        var least = Interval(nanoseconds: .max)
        for _ in 0..<3 {
            least = min(
                least,
                stopwatch {
                    if regex.matches(text.span) { regex.addCaptures(of: text.span, to: &captures) }
                })
            if least <= Self.mostTime { break }
        }
        return least
    }

    /// Texts that make an automaton work: the pattern's own letters one by one, in turn, and at random.
    private var probes: [[UInt8]] {
        var letters: [UInt8] = []
        for byte in pattern.utf8.prefix(512) where byte < 0x80 && byte >= 0x20 && !letters.contains(byte) {
            letters.append(byte)
        }
        letters.append(contentsOf: "a0 x".utf8.filter { !letters.contains($0) })
        var probes = "aA0 x-".utf8.map { [UInt8](repeating: $0, count: Self.probeLength) }
        probes.append((0..<Self.probeLength).map { letters[$0 % letters.count] })
        var state: UInt64 = 1
        for count in [2, 4, letters.count] {
            probes.append(
                (0..<Self.probeLength).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return letters[Int(state >> 33) % min(count, letters.count)]
                })
        }
        probes.append(Array(String(repeating: "жé ", count: Self.probeLength / 3).utf8))
        return probes
    }
}
