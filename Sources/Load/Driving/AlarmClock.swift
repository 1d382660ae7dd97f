import CSystem
import Drive
import Net
import Time

/// Calls at an instant, to some tens of microseconds. The loop's own timers go by whole milliseconds, which is too coarse
/// for sends at a rate.
final class AlarmClock: LoopMember {
    private let loop: Loop
    private let ring: () -> Void
    private var descriptor: Int32
    private var seat: Seat?
    private var set = Instant.distantFuture
    /// In a loop whose time leaps, where there is nothing but the loop's timers to go by.
    private var timer = Timer.none

    init(loop: Loop, ring: @escaping () -> Void) throws(ExitFault) {
        self.loop = loop
        self.ring = ring
        descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
        guard descriptor >= 0 else { throw ExitFault(.fault, "cannot make a timer") }
        let seat = loop.join(self)
        self.seat = seat
        do throws(NetFailure) { try loop.watch(descriptor, for: .read, seat: seat, token: 0) } catch {
            end()
            throw ExitFault(.fault, error.text)
        }
    }

    /// Rings once at that instant, and not at any set before. One that has passed rings next turn.
    func set(at instant: Instant) {
        guard instant != set else { return }
        set = instant
        if loop.pace == .leaping, let seat {
            loop.cancel(&timer)
            if instant != .distantFuture { timer = loop.arm(at: instant, seat: seat, token: 0) }
            return
        }
        var time = itimerspec()
        if instant != .distantFuture {
            let nanoseconds = max(1, instant.nanoseconds)
            time.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
            time.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
        }
        _ = timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &time, nil)
    }

    func end() {
        guard let seat else { return }
        loop.cancel(&timer)
        loop.leave(seat)
        self.seat = nil
        _ = CSystem.close(descriptor)
        descriptor = -1
    }

    func ready(_ token: UInt64, _ readiness: Readiness) {
        var count: UInt64 = 0
        guard CSystem.read(descriptor, &count, 8) == 8 else { return }
        set = .distantFuture
        ring()
    }

    func fired(_ timer: Timer, token: Int) {
        self.timer = .none
        set = .distantFuture
        ring()
    }
}
