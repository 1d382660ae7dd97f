import Bot
import CSystem
import Glibc
import Random
import Rules
import Time

/// A program and the memory that it matches in, as a bot has them.
final class RuleSubject {
    let program: Program
    private var memory = Memory()
    private var random = SplitMix(seed: 1)
    private let zones = ZoneTable()
    private var now = Now(instant: .zero, wall: WallTime(milliseconds: 1_772_359_200_000))

    /// - Throws: a fault of the rule file.
    init(_ bytes: [UInt8]) throws {
        guard let file = RuleFile.read(bytes: bytes, path: "bench.json", options: .init(lints: false)).file else {
            throw BenchmarkFault("the rule file of the workload has faults")
        }
        program = try Program(file)
    }

    init(_ file: BotFile) throws { program = try Program(file) }

    /// How many rules fire.
    func match(_ text: String) -> Int {
        var occurrence = Occurrence(.message)
        occurrence.text = text
        var trace: Trace?
        now.instant = now.instant + .milliseconds(1)
        return program.match(
            occurrence, memory: &memory, now: now, zones: zones, random: &random, trace: &trace
        ).firings.count
    }

    /// Microseconds that each text takes, one after the other.
    func times(of texts: some Sequence<String>) -> Samples {
        Samples(texts.map { text in microseconds { consume(match(text)) } })
    }
}

/// How long the work takes. For work that is done once, CLOCK_THREAD_CPUTIME_ID leaves other processes out; it costs more
/// to read.
func microseconds(_ clockID: clockid_t = CLOCK_MONOTONIC, _ work: () -> Void) -> Double {
    func clock() -> Double {
        var now = timespec()
        clock_gettime(clockID, &now)
        return Double(now.tv_sec) * 1e6 + Double(now.tv_nsec) / 1e3
    }
    let start = clock()
    work()
    return clock() - start
}

/// Bytes that malloc has given out: Swift's, and C++'s.
func allocated() -> Double { Double(system_allocated()) }
