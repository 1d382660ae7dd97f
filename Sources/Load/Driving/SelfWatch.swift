import CSystem
import Drive
import Measure
import Time

// The generator watches itself. A figure that the generator made bad says nothing about the server: such a run says so,
// and its exit code is 75 whatever the thresholds say.

/// How the generator itself does: its processor, its memory, how late it is.
struct SelfWatch {
    /// When the loop's lateness is measured next, after the run's start.
    private(set) var nextProbe = Interval.zero
    private var base = 0
    private var peak = 0
    private var cpuAtStart = Interval.zero
    private var cpuAtSecond = Interval.zero
    /// Seconds of the stages, and those of them in which this process used a whole core.
    private var held = 0
    private var saturated = 0

    mutating func begin() {
        base = Self.resident()
        peak = base
        cpuAtStart = Self.processor()
        cpuAtSecond = cpuAtStart
    }

    mutating func probed(at elapsed: Interval, gap: Interval) {
        // Probes that were missed are not made up for: one late one tells it all.
        nextProbe = max(nextProbe + gap, elapsed + gap - Interval(nanoseconds: elapsed.nanoseconds % gap.nanoseconds))
    }

    mutating func endSecond(isHolding: Bool) {
        peak = max(peak, Self.resident())
        let cpu = Self.processor()
        if isHolding {
            held += 1
            if cpu - cpuAtSecond > .milliseconds(950) { saturated += 1 }
        }
        cpuAtSecond = cpu
    }

    /// What this process did, and whether it could do no more.
    func record() -> GeneratorRecord {
        var record = GeneratorRecord()
        record.workers = 1
        record.cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        record.cpuSeconds = (Self.processor() - cpuAtStart).inSeconds
        record.memory = peak
        record.memoryBase = base
        if held >= 2, saturated * 2 > held {
            record.bottleneck = ["a worker used a whole core in \(saturated) of \(held) s"]
        }
        return record
    }

    /// User and system time of this process.
    static func processor() -> Interval {
        var usage = rusage()
        guard system_usage(&usage) == 0 else { return .zero }
        func time(_ time: timeval) -> Int64 { Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_usec) * 1000 }
        return Interval(nanoseconds: time(usage.ru_utime) + time(usage.ru_stime))
    }

    /// Bytes of this process's memory that are resident.
    static func resident() -> Int {
        let fields = ProcFile.numbers("/proc/self/statm")
        return fields.count > 1 ? fields[1] * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}
