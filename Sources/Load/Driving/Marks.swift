import Bot
import Measure
import Time

// What a device waits for, and since when. A text is answered by what comes next: gateways name no text in what they
// answer, so the oldest text without a reply is the one. Its latency counts from when it was planned, not from when it
// went out, so that a server (or a generator) that stalls cannot hide what waited behind it.

/// The measuring of one device: 56 bytes, and nothing else while at most one text waits.
struct Marks {
    /// No moment.
    private static let none = Int64.min

    /// When the attempt to connect was due, then when hello went out.
    var began = Instant(nanoseconds: none)
    /// When the oldest text without a reply was planned.
    private var asked = none
    /// Those behind it.
    private var waiting: [Int64] = []
    /// When the last state of the reply came.
    private var grew = none
    /// When the oldest answer to a prompt went out that is not done.
    private var answered = none
    /// When the first part of the transfer came.
    private var media = none
    private(set) var hasTyped = false
    private(set) var isReplying = false
    /// How many of the texts are yet to go out, for the first time or again.
    private var unsent: UInt16 = 0

    /// Texts without a reply.
    var outstanding: Int { asked == Marks.none ? 0 : 1 + waiting.count }

    /// When the oldest text without a reply was planned.
    var oldest: Instant? { asked == Marks.none ? nil : Instant(nanoseconds: asked) }

    /// A text was said that waits for its way to the server.
    mutating func plan(at planned: Instant) {
        add(planned)
        if unsent < .max { unsent += 1 }
    }

    /// A text goes out: one that is waited for already, or another.
    mutating func ask(at planned: Instant) { if unsent > 0 { unsent -= 1 } else { add(planned) } }

    private mutating func add(_ planned: Instant) {
        if asked == Marks.none { asked = planned.nanoseconds } else { waiting.append(planned.nanoseconds) }
    }

    mutating func answer(at now: Instant) { if answered == Marks.none { answered = now.nanoseconds } }

    /// The oldest text is not waited for any more: it has its reply, or will have none.
    mutating func settle() {
        asked = waiting.isEmpty ? Marks.none : waiting.removeFirst()
        hasTyped = false
        isReplying = false
        grew = Marks.none
    }

    /// Texts that were planned before that are not waited for any more; gives how many those were.
    mutating func expire(before: Instant) -> Int {
        guard asked != Marks.none, asked < before.nanoseconds else { return 0 }
        let behind = waiting.prefix { $0 < before.nanoseconds }.count
        waiting.removeFirst(behind)
        settle()
        return behind + 1
    }

    /// The connection is gone, and what was on its way with it.
    ///
    /// - Parameter open: texts that will go on the next, for the first time or again: the newest. They are waited for since
    ///   they were planned.
    /// - Returns: how many texts will have no reply: the server had them, and has no longer where to answer.
    mutating func disconnect(open: Int) -> Int {
        answered = Marks.none
        media = Marks.none
        hasTyped = false
        isReplying = false
        grew = Marks.none
        unsent = UInt16(clamping: open)
        let lost = outstanding - open
        guard lost > 0 else { return 0 }
        waiting.removeFirst(lost - 1)
        settle()
        return lost
    }

    /// Nothing that was asked is waited for any more; gives how many texts that were.
    mutating func forget() -> Int {
        let lost = outstanding
        self = Marks()
        return lost
    }

    /// What a message was to the oldest text.
    struct Step {
        /// How long the first sign of a reply took, typing or a message, if this is it.
        var began: Interval?
        /// The reply has ended.
        var isReplied = false
    }

    /// A message came.
    mutating func see(_ seen: Seen, now: Instant, into meter: Meter, tag: Int?) -> Step {
        var step = Step()
        switch seen.kind {
        case .typing where !seen.edit:
            if asked != Marks.none, !hasTyped, !isReplying {
                hasTyped = true
                let time = since(asked, now)
                meter.record(.typing, time, tag: tag)
                step.began = time
            }
        case .typing where isReplying: finish(now, into: meter, tag: tag, &step)
        case .message: grow(seen, now: now, into: meter, tag: tag, &step)
        case .promptDone:
            guard answered != Marks.none else { break }
            meter.record(.promptDone, since(answered, now), tag: tag)
            answered = Marks.none
        case .media:
            if media == Marks.none { media = now.nanoseconds }
            guard seen.final else { break }
            meter.record(.media, since(media, now), tag: tag)
            media = Marks.none
        default: break
        }
        return step
    }

    private mutating func grow(_ seen: Seen, now: Instant, into meter: Meter, tag: Int?, _ step: inout Step) {
        guard asked != Marks.none, !seen.isRepeated, !seen.isLate else { return }
        if !isReplying {
            isReplying = true
            let time = since(asked, now)
            meter.record(.first, time, tag: tag)
            if !hasTyped { step.began = time }
        } else {
            meter.record(.editGap, since(grew, now), tag: tag)
        }
        grew = now.nanoseconds
        if seen.final { finish(now, into: meter, tag: tag, &step) }
    }

    private mutating func finish(_ now: Instant, into meter: Meter, tag: Int?, _ step: inout Step) {
        meter.record(.reply, since(asked, now), tag: tag)
        settle()
        step.isReplied = true
    }

    private func since(_ start: Int64, _ now: Instant) -> Interval { now - Instant(nanoseconds: start) }
}
