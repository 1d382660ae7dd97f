// Hierarchical timer wheel (Varghese and Lauck 1987), in ticks that the caller chose. Eleven levels of 64 slots hold any
// deadline: a timer lies at the level of the highest 6-bit digit in which its deadline differs from the wheel's own time,
// so arming and cancelling are a few instructions, and each timer moves down at most once a level. Timers live in one
// array and are linked by index: none allocates by itself.

/// Names one armed timer. A handle of a timer that fired or was cancelled is recognised and does nothing.
public struct Timer: Hashable, Sendable {
    var index: Int32
    var generation: UInt32

    /// The handle of no timer.
    public static let none = Timer(index: -1, generation: 0)

    public var isNone: Bool { index < 0 }
}

struct TimerWheel {
    /// A timer that is due, taken off the wheel.
    struct Due: Equatable {
        var timer: Timer
        var owner: Int32
        var token: Int
    }

    private struct Node {
        var deadline: Int64 = 0
        var token = 0
        var next: Int32 = -1
        var previous: Int32 = -1
        /// -1: free.
        var slot: Int16 = -1
        var owner: Int32 = 0
        var generation: UInt32 = 1
    }

    private static let levels = 11
    private var nodes: [Node] = []
    private var firstFree: Int32 = -1
    private var heads = [Int32](repeating: -1, count: levels * 64)
    private var occupied = [UInt64](repeating: 0, count: levels)
    /// All timers up to this tick have been handed out, or lie in the slot of this very tick.
    private(set) var time: Int64
    /// Timers armed.
    private(set) var count = 0

    init(time: Int64) { self.time = time }

    /// Arms a timer; one whose tick has passed is due at the next `pop`.
    mutating func arm(at deadline: Int64, owner: Int32, token: Int) -> Timer {
        let index: Int32
        if firstFree >= 0 {
            index = firstFree
            firstFree = nodes[Int(index)].next
        } else {
            index = Int32(nodes.count)
            nodes.append(Node())
        }
        nodes[Int(index)].owner = owner
        nodes[Int(index)].token = token
        nodes[Int(index)].deadline = max(deadline, time)
        link(index)
        count += 1
        return Timer(index: index, generation: nodes[Int(index)].generation)
    }

    /// Takes a timer off the wheel; nil if it is not armed any more.
    @discardableResult
    mutating func cancel(_ timer: Timer) -> Due? {
        guard isArmed(timer) else { return nil }
        return take(timer.index)
    }

    /// Takes all timers of an owner off the wheel.
    mutating func cancelAll(of owner: Int32) {
        for index in nodes.indices where nodes[index].slot >= 0 && nodes[index].owner == owner {
            _ = take(Int32(index))
        }
    }

    func isArmed(_ timer: Timer) -> Bool {
        guard timer.index >= 0, Int(timer.index) < nodes.count else { return false }
        let node = nodes[Int(timer.index)]
        return node.generation == timer.generation && node.slot >= 0
    }

    /// The next timer whose tick is `now` or earlier, in the order of ticks; nil when there is none.
    mutating func pop(now: Int64) -> Due? {
        while let (level, slot, start) = nextSlot(), start <= now {
            if start > time { time = start }
            if level == 0 { return take(heads[slot]) }
            // The slot's time has come: its timers move down, all of them before any other is looked at.
            while case let index = heads[level * 64 + slot], index >= 0 {
                unlink(index)
                link(index)
            }
        }
        if now > time { time = now }
        return nil
    }

    /// The tick at which `pop` is next worth calling: never later than the earliest timer, sometimes earlier.
    var nextTick: Int64? { nextSlot()?.start }

    /// The occupied slot that begins first.
    private func nextSlot() -> (level: Int, slot: Int, start: Int64)? {
        guard count > 0 else { return nil }
        for level in 0..<Self.levels where occupied[level] != 0 {
            // All timers of a level share the digits above it with `time`, and their own digit is not behind time's.
            let slot = occupied[level].trailingZeroBitCount
            let shift = UInt64(level * 6)
            let above = shift + 6 >= 64 ? 0 : (UInt64(bitPattern: time) >> (shift + 6)) << (shift + 6)
            return (level, slot, Int64(bitPattern: above | UInt64(slot) << shift))
        }
        return nil
    }

    private mutating func take(_ index: Int32) -> Due {
        let node = nodes[Int(index)]
        unlink(index)
        free(index)
        return Due(timer: Timer(index: index, generation: node.generation), owner: node.owner, token: node.token)
    }

    private mutating func link(_ index: Int32) {
        let deadline = nodes[Int(index)].deadline
        let difference = UInt64(bitPattern: deadline ^ time)
        let level = difference == 0 ? 0 : (63 - difference.leadingZeroBitCount) / 6
        let digit = Int(UInt64(bitPattern: deadline) >> UInt64(level * 6) & 63)
        let slot = level * 64 + digit
        nodes[Int(index)].slot = Int16(slot)
        let head = heads[slot]
        if head < 0 {
            nodes[Int(index)].next = index
            nodes[Int(index)].previous = index
            heads[slot] = index
            occupied[level] |= 1 << UInt64(digit)
        } else {
            let tail = nodes[Int(head)].previous
            nodes[Int(index)].next = head
            nodes[Int(index)].previous = tail
            nodes[Int(tail)].next = index
            nodes[Int(head)].previous = index
        }
    }

    private mutating func unlink(_ index: Int32) {
        let node = nodes[Int(index)]
        let slot = Int(node.slot)
        if node.next == index {
            heads[slot] = -1
            occupied[slot / 64] &= ~(1 << UInt64(slot % 64))
        } else {
            nodes[Int(node.previous)].next = node.next
            nodes[Int(node.next)].previous = node.previous
            if heads[slot] == index { heads[slot] = node.next }
        }
        nodes[Int(index)].slot = -1
    }

    private mutating func free(_ index: Int32) {
        nodes[Int(index)].generation &+= 1
        nodes[Int(index)].next = firstFree
        firstFree = index
        count -= 1
    }
}
