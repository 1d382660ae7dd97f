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
        guard date >= 0, date < 1 << 40 else { return nil }
        return max(.zero, WallTime(milliseconds: date * 1000) - now)
    }
}
