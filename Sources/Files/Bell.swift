import CSystem
import Glibc

/// Wakes a thread that waits on a descriptor: an eventfd(2).
public final class Bell: Sendable {
    /// Readable once it was rung.
    public let descriptor: Int32

    /// Nil if the system gives no descriptor.
    public init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    public func ring() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Waits until it is rung, and forgets how often.
    public func wait() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}
