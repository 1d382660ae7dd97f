import CSystem
import Time

// One epoll loop for one thread. A turn is: wait; read both clocks once; run the jobs from other threads; call the
// members whose descriptors are ready; fire due timers; let members end the turn; write what was gathered. Nothing
// else runs on the thread, so nothing here needs a lock, and a member may do anything but block.

/// An epoll loop with timers, for the thread that calls `run`. Not Sendable: other threads use `mailbox`. It holds its
/// members, and they it: let them leave (`WebSockets.shutdown`, `Signals.end`) before the loop is given up.
public final class Loop {
    /// Both clocks, as they stood when this turn began. The instant is CLOCK_MONOTONIC's, in real time.
    public private(set) var now: Now
    public let pace: Pace
    /// The door for other threads, and the executor for async code.
    public let mailbox: Mailbox
    /// Bytes for whoever reads a descriptor: shared by all members, free again when a callback returns.
    let buffer: UnsafeMutableRawBufferPointer

    /// Where turns come thick, one that would wait lets so much time pass first since the one before began, so that
    /// several things are ready at once and share the cost of going to sleep and waking up. Zero: never. What is timed by
    /// this loop is late by as much.
    public var gathering = Interval.zero

    private(set) var turnNumber = 0
    /// The last turn had something to do.
    private var wasBusy = false
    private let epoll: Int32
    private var events: [epoll_event]
    private var wheel: TimerWheel
    private var isFiring = false
    private var members: [(any LoopMember)?] = []
    private var freeSeats: [Int32] = []
    /// Left in this turn: what epoll has reported already may still name them.
    private var leftSeats: [Int32] = []
    private var calls: [Int: (Now) -> Void] = [:]
    private var nextCall = 0
    private var jobs: [Mailbox.Job] = []
    private var turnEnders: [Seat] = []
    private var again: [(Seat, UInt64)] = []
    private var isStopping = false
    /// Flushes gathered writes, after all else of a turn.
    var flushers: [any Flusher] = []
    var random = RandomPool()

    /// Makes the loop's descriptors, and has the process ignore SIGPIPE.
    public init(pace: Pace = .real) throws(NetFailure) {
        self.pace = pace
        system_ignore_sigpipe()
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        if epoll < 0 { throw .system(system_errno(), "cannot make an epoll descriptor") }
        do { mailbox = try Mailbox() } catch {
            _ = CSystem.close(epoll)
            throw error
        }
        now = Loop.readClocks()
        wheel = TimerWheel(time: max(0, now.instant.nanoseconds / 1_000_000))
        events = Array(repeating: epoll_event(), count: 512)
        buffer = .allocate(byteCount: 64 * 1024, alignment: 16)
        _ = system_epoll_ctl(epoll, EPOLL_CTL_ADD, mailbox.descriptor, EPOLLIN.rawValue, .max)
        mailbox.claim()
    }

    deinit {
        mailbox.close()
        buffer.deallocate()
        _ = CSystem.close(epoll)
    }

    /// The monotonic clock as it is now, not as it was when the turn began: for what is measured within a turn.
    public static func clock() -> Instant { Instant(nanoseconds: system_monotonic()) }

    /// The same, in this loop's own time.
    public func clock() -> Instant { pace == .real ? Loop.clock() : now.instant }

    /// Reads both clocks.
    public static func readClocks() -> Now {
        Now(instant: Instant(nanoseconds: system_monotonic()), wall: WallTime(milliseconds: system_wall()))
    }

    // MARK: Running

    /// Runs turns on the calling thread until `stop` is called.
    public func run() {
        mailbox.claim()
        while !isStopping { turn(waitingAtMost: nil) }
        isStopping = false
    }

    /// Ends `run` when this turn is over, or the next one before it begins. For the loop's own thread; others post a job that calls it.
    public func stop() { isStopping = true }

    /// Runs turns until `condition` holds or `limit` of the loop's time has passed; whether it held.
    @discardableResult
    public func run(atMost limit: Interval, until condition: () -> Bool) -> Bool {
        mailbox.claim()
        let end = clock() + limit
        while !condition() {
            let left = end - clock()
            if left <= .zero { return false }
            turn(waitingAtMost: left)
        }
        return true
    }

    /// One turn, waiting for something to happen at most that long (nil: as long as it takes).
    public func turn(waitingAtMost limit: Interval?) {
        var wait = timeout(limit)
        if wait != 0, wasBusy, gathering > .zero, pace == .real, gathers() { wait = timeout(limit) }
        let isLeaping = pace == .leaping && wait > 0
        let count = epoll_wait(epoll, &events, Int32(events.count), isLeaping ? 1 : wait)
        if pace == .real {
            now = Loop.readClocks()
        } else if isLeaping, count == 0 {
            now = now + .milliseconds(Int64(wait))
        }
        wasBusy = count > 0
        turnNumber &+= 1
        var hasJobs = false
        for index in 0..<Int(max(0, count)) {
            let event = events[index]
            if event.data.u64 == .max { hasJobs = true } else { dispatch(event) }
        }
        if hasJobs { runJobs() }
        if !again.isEmpty { runAgain() }
        fireTimers()
        endTurn()
    }

    /// Lets a moment pass, if the last turn was but a moment ago.
    private func gathers() -> Bool {
        let left = gathering - (Loop.clock() - now.instant)
        guard left > .zero else { return false }
        system_sleep(left.nanoseconds)
        return true
    }

    private func timeout(_ limit: Interval?) -> Int32 {
        if !again.isEmpty || !turnEnders.isEmpty || !flushers.isEmpty { return 0 }
        var wait = limit.map(Loop.wholeMilliseconds) ?? .max
        if let tick = wheel.nextTick {
            let (due, overflow) = tick.multipliedReportingOverflow(by: 1_000_000)
            if !overflow { wait = min(wait, Loop.wholeMilliseconds(Instant(nanoseconds: due) - clock())) }
        }
        if wait == .max { return -1 }
        return Int32(clamping: max(0, wait))
    }

    /// Rounded up: who wakes then finds due what was waited for.
    private static func wholeMilliseconds(_ wait: Interval) -> Int64 {
        (wait + Interval(nanoseconds: 999_999)).milliseconds
    }

    private func dispatch(_ event: epoll_event) {
        let seat = Int(event.data.u64 >> 48)
        guard seat < members.count, let member = members[seat] else { return }
        var readiness: Readiness = []
        if event.events & EPOLLIN.rawValue != 0 { readiness.insert(.read) }
        if event.events & EPOLLOUT.rawValue != 0 { readiness.insert(.write) }
        if event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.hangUp) }
        if event.events & EPOLLRDHUP.rawValue != 0 { readiness.insert(.ending) }
        member.ready(event.data.u64 & (1 << 48 - 1), readiness)
    }

    private func runJobs() {
        mailbox.take(into: &jobs)
        for job in jobs { mailbox.run(job, on: self) }
        jobs.removeAll(keepingCapacity: true)
    }

    private func runAgain() {
        let calls = again
        again.removeAll(keepingCapacity: true)
        for (seat, token) in calls { members[Int(seat.index)]?.ready(token, []) }
    }

    private func fireTimers() {
        let tick = now.instant.nanoseconds / 1_000_000
        isFiring = true
        while let due = wheel.pop(now: tick) {
            if due.owner < 0 {
                calls.removeValue(forKey: due.token)?(now)
            } else {
                members[Int(due.owner)]?.fired(due.timer, token: due.token)
            }
        }
        isFiring = false
    }

    private func endTurn() {
        if !turnEnders.isEmpty {
            let enders = turnEnders
            turnEnders.removeAll(keepingCapacity: true)
            for seat in enders { members[Int(seat.index)]?.turnEnds() }
        }
        while let flusher = flushers.popLast() { flusher.turnFlush() }
        if !leftSeats.isEmpty {
            freeSeats.append(contentsOf: leftSeats)
            leftSeats.removeAll()
        }
    }

    // MARK: Members

    /// Takes a member in; it is held until `leave`.
    public func join(_ member: any LoopMember) -> Seat {
        if let free = freeSeats.popLast() {
            members[Int(free)] = member
            return Seat(index: free)
        }
        members.append(member)
        return Seat(index: Int32(members.count - 1))
    }

    /// Lets a member go, and cancels its timers. It must have closed or unwatched its descriptors.
    public func leave(_ seat: Seat) {
        guard members[Int(seat.index)] != nil else { return }
        members[Int(seat.index)] = nil
        leftSeats.append(seat.index)
        wheel.cancelAll(of: seat.index)
        turnEnders.removeAll { $0 == seat }
        again.removeAll { $0.0 == seat }
    }

    /// Calls the member's `turnEnds` once, when this turn (or the next, between turns) ends.
    public func callAtTurnEnd(_ seat: Seat) {
        if !turnEnders.contains(seat) { turnEnders.append(seat) }
    }

    /// Calls the member's `ready` with this token and no readiness, next turn.
    func callAgain(_ seat: Seat, token: UInt64) { again.append((seat, token)) }

    // MARK: Descriptors

    /// Epoll gives back 16 bits of the seat; all ones are the mailbox's.
    private static let mostWatchers = 0xFFFF

    /// Watches a descriptor for its member. The token (48 bits) comes back in `ready`.
    public func watch(_ descriptor: Int32, for interest: Readiness, seat: Seat, token: UInt64) throws(NetFailure) {
        guard seat.index < Loop.mostWatchers else {
            throw NetFailure(
                .system, "cannot watch a descriptor: the loop has \(Loop.mostWatchers) members before this one")
        }
        let data = UInt64(UInt16(truncatingIfNeeded: seat.index)) << 48 | token & (1 << 48 - 1)
        if system_epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, Loop.mask(interest), data) != 0 {
            throw .system(system_errno(), "cannot watch a descriptor")
        }
    }

    /// Changes what a watched descriptor is watched for.
    public func rewatch(_ descriptor: Int32, for interest: Readiness, seat: Seat, token: UInt64) {
        let data = UInt64(UInt16(truncatingIfNeeded: seat.index)) << 48 | token & (1 << 48 - 1)
        _ = system_epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, Loop.mask(interest), data)
    }

    /// Ends watching. Closing the last copy of a descriptor does the same.
    public func unwatch(_ descriptor: Int32) { _ = system_epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, 0, 0) }

    private static func mask(_ interest: Readiness) -> UInt32 {
        (interest.contains(.read) ? EPOLLIN.rawValue : 0) | (interest.contains(.write) ? EPOLLOUT.rawValue : 0)
            | (interest.contains(.ending) ? EPOLLRDHUP.rawValue : 0)
    }

    // MARK: Timers

    /// Arms a timer for a member: `fired` is called at `deadline` or up to a millisecond (and a busy turn) later, never earlier.
    public func arm(at deadline: Instant, seat: Seat, token: Int) -> Timer {
        wheel.arm(at: tick(of: deadline), owner: seat.index, token: token)
    }

    /// Disarms a timer and clears the handle; one that has fired already is fine.
    public func cancel(_ timer: inout Timer) {
        if let cancelled = wheel.cancel(timer), cancelled.owner < 0 { calls[cancelled.token] = nil }
        timer = .none
    }

    /// Calls `body` once after `interval`. For the rare timer; it allocates.
    @discardableResult
    public func after(_ interval: Interval, _ body: @escaping (Now) -> Void) -> Timer {
        nextCall &+= 1
        calls[nextCall] = body
        return wheel.arm(at: tick(of: now.instant + interval), owner: -1, token: nextCall)
    }

    /// Timers armed.
    public var timerCount: Int { wheel.count }

    private func tick(of deadline: Instant) -> Int64 {
        let rounded = deadline.nanoseconds / 1_000_000 + (deadline.nanoseconds % 1_000_000 > 0 ? 1 : 0)
        // What a firing timer arms waits for the next tick, else it could hold the loop for ever.
        return isFiring ? max(rounded, now.instant.nanoseconds / 1_000_000 + 1) : rounded
    }
}

/// Writes what was gathered in a turn.
protocol Flusher: AnyObject {
    func turnFlush()
}
