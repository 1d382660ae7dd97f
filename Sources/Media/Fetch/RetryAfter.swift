import CCurl
import Time

/// The field Retry-After (RFC 9110 section 10.2.3): seconds, or a date.
enum RetryAfter {
    /// Nil where there is none, or none that can be read.
    static func interval(_ value: String?, now: WallTime) -> Interval? {
        guard let value else { return nil }
        if let seconds = ResponseHead.count(value) {
            return Interval.seconds(1) * Int64(clamping: min(seconds, 1_000_000_000))
        }
        let date = Int64(curl_getdate(value, nil))
        guard date >= 0 else { return nil }
        // A date beyond the 23rd century is as good as never; an interval in nanoseconds has no room for it.
        return max(.zero, WallTime(milliseconds: min(date, 1 << 33) * 1000) - now)
    }
}
