import CSystem
import Time

/// Processor time, which other processes cannot make longer: for whether a pattern is too slow.
public enum ThreadTime {
    /// What the calling thread uses for the work.
    @Sendable public static func of(_ work: () -> Void) -> Interval {
        let start = system_thread_time()
        work()
        return Interval(nanoseconds: system_thread_time() - start)
    }
}
