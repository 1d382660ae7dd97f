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

    /// Texts without a reply.
    var outstanding: Int { asked == Marks.none ? 0 : 1 + waiting.count }

    /// When the oldest text without a reply was planned.
    var oldest: Instant? { asked == Marks.none ? nil : Instant(nanoseconds: asked) }

    mutating func ask(at planned: Instant) {
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

    /// Nothing that was asked is waited for any more; gives how much that was.
    mutating func forget() -> Int {
        let lost = outstanding
        asked = Marks.none
        waiting = []
        answered = Marks.none
        media = Marks.none
        hasTyped = false
        isReplying = false
        grew = Marks.none
        return lost
    }

    /// A message came. True: it was the end of a reply.
    mutating func see(_ seen: Seen, now: Instant, into meter: Meter, tag: Int?) -> Bool {
        switch seen.kind {
        case .typing where !seen.edit:
            if asked != Marks.none, !hasTyped, !isReplying {
                hasTyped = true
                meter.record(.typing, since(asked, now), tag: tag)
            }
        case .typing where isReplying: return finish(now, into: meter, tag: tag)
        case .message: return grow(seen, now: now, into: meter, tag: tag)
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
        return false
    }

    private mutating func grow(_ seen: Seen, now: Instant, into meter: Meter, tag: Int?) -> Bool {
        guard asked != Marks.none, !seen.isRepeated, !seen.isLate else { return false }
        if !isReplying {
            isReplying = true
            meter.record(.first, since(asked, now), tag: tag)
        } else {
            meter.record(.editGap, since(grew, now), tag: tag)
        }
        grew = now.nanoseconds
        return seen.final ? finish(now, into: meter, tag: tag) : false
    }

    private mutating func finish(_ now: Instant, into meter: Meter, tag: Int?) -> Bool {
        meter.record(.reply, since(asked, now), tag: tag)
        settle()
        return true
    }

    private func since(_ start: Int64, _ now: Instant) -> Interval { now - Instant(nanoseconds: start) }
}
