import Time

// Turns the states of growing messages into "this message is finished", once an id (protocol.md, "Messages and streams").
//
// One message is open at a time. It ends by `final`, or provisionally: when another id starts, typing stops, the avatar turns idle, or
// nothing has come for the quiet time, which does not run while typing is shown or the avatar thinks or speaks. What
// comes later for an id that has ended is an edit and nothing more.

/// The messages of one connection, as they grow and end.
public struct MessageStream: Sendable {
    /// Ends an unfinished text, and is no part of it.
    public static let cursor: Unicode.Scalar = "\u{2589}"

    /// Bytes that a message may grow to by appending; a single frame may hold more.
    public static let longestGrown = 1 << 20

    public struct State: Sendable, Hashable {
        public var id: String
        /// The whole text so far, without the cursor.
        public var text: String
        public var final: Bool
        /// The message has been told as finished before.
        public var isLate: Bool
    }

    public struct Finished: Sendable, Hashable {
        public var id: String
        public var text: String
        public var cause: Cause
        public var isProvisional: Bool { cause != .final }
    }

    public enum Cause: String, Sendable, Hashable, CaseIterable {
        case final
        case anotherMessage = "another_message"
        case typingStopped = "typing_stopped"
        case avatarIdle = "avatar_idle"
        case quiet
    }

    /// What one frame brought about, to be told in this order.
    public struct Progress: Sendable, Hashable {
        /// The message before it, which was unfinished.
        public var ended: Finished?
        /// A new state of a message that grows or has grown, or a late one.
        public var edit: State?
        public var finished: Finished?
        /// The frame said nothing new, and this is why.
        public var ignored: Ignored?
    }

    public enum Ignored: String, Sendable, Hashable, CaseIterable {
        /// The text is what it was.
        case unchanged
        /// It was handled on an earlier connection.
        case handledBefore = "handled_before"
        /// A text to append to one that is gone.
        case beginningUnknown = "beginning_unknown"
        /// Appended texts add up to more than `longestGrown`.
        case tooLong = "too_long"
    }

    private struct Message: Sendable {
        var id: String
        var text: String
        var hasEnded = false
    }

    /// The newest message; it may have ended.
    private var current: Message?
    /// The one before, which has ended, for texts that are still appended to it.
    private var earlier: Message?
    /// Ids that ended on this connection, as hashes; the newest `endedKept`.
    private var ended: [UInt64] = []
    private static let endedKept = 32
    /// Where the next one goes, once there are as many.
    private var endedNext: UInt8 = 0

    private var typingIsShown = false
    private var avatarIsBusy = false
    /// Of the quiet time, at `quietSince` or while it does not run.
    private var quietLeft = Interval.zero
    private var quietSince = Instant.zero

    public init() {}

    // MARK: Events

    /// A `message` frame came.
    ///
    /// - Parameters:
    ///   - wasHandled: a message with this id was told as finished before, on whichever connection.
    ///   - quiet: the quiet time.
    public mutating func take(_ frame: MessageFrame, wasHandled: Bool, now: Instant, quiet: Interval) -> Progress {
        if current?.id == frame.id { return grow(frame, now: now, quiet: quiet) }
        if earlier?.id == frame.id { return growEarlier(frame) }
        if wasHandled {
            guard ended.contains(MessageStream.hash(frame.id)) else { return Progress(ignored: .handledBefore) }
            guard frame.edit else { return Progress(ignored: .beginningUnknown) }
            let text = MessageStream.withoutCursor(frame.text)
            return Progress(edit: State(id: frame.id, text: text, final: frame.final, isLate: true))
        }
        var progress = Progress(ended: end(.anotherMessage))
        earlier = current
        let text = MessageStream.withoutCursor(frame.text)
        current = Message(id: frame.id, text: text)
        quietLeft = quiet
        quietSince = now
        if frame.final {
            progress.finished = end(.final)
        } else {
            progress.edit = State(id: frame.id, text: text, final: false, isLate: false)
        }
        return progress
    }

    /// A `typing` frame came.
    public mutating func typing(stop: Bool, now: Instant) -> Finished? {
        stopClock(now)
        typingIsShown = !stop
        quietSince = now
        return stop ? end(.typingStopped) : nil
    }

    /// An `avatar` frame came.
    public mutating func avatar(_ state: AvatarState, now: Instant) -> Finished? {
        stopClock(now)
        avatarIsBusy = state == .thinking || state == .speaking
        quietSince = now
        return state == .idle ? end(.avatarIdle) : nil
    }

    /// Time has passed; at the latest when the deadline has come.
    public mutating func tick(now: Instant) -> Finished? {
        guard let deadline, now >= deadline else { return nil }
        return end(.quiet)
    }

    /// The connection is gone: nothing of it is ever added to what a later one brings. An unfinished message is dropped, not finished.
    public mutating func disconnected() { self = MessageStream() }

    /// When `tick` is due.
    public var deadline: Instant? { isOpen && clockRuns ? quietSince + quietLeft : nil }

    /// A message is unfinished.
    public var isOpen: Bool { current.map { !$0.hasEnded } ?? false }

    /// Typing is shown, or the avatar thinks or speaks: the agent is at work.
    public var isBusy: Bool { !clockRuns }

    // MARK: Steps

    private mutating func grow(_ frame: MessageFrame, now: Instant, quiet: Interval) -> Progress {
        guard var message = current else { return Progress() }
        if MessageStream.isTooLong(message.text, frame) { return Progress(ignored: .tooLong) }
        let text = MessageStream.text(after: message.text, frame)
        let isChanged = text != message.text
        message.text = text
        current = message
        quietLeft = quiet
        quietSince = now
        var progress = Progress()
        if isChanged {
            progress.edit = State(id: frame.id, text: text, final: frame.final, isLate: message.hasEnded)
        }
        if frame.final, !message.hasEnded { progress.finished = end(.final) }
        if progress.edit == nil, progress.finished == nil { progress.ignored = .unchanged }
        return progress
    }

    private mutating func growEarlier(_ frame: MessageFrame) -> Progress {
        guard var message = earlier else { return Progress() }
        if MessageStream.isTooLong(message.text, frame) { return Progress(ignored: .tooLong) }
        let text = MessageStream.text(after: message.text, frame)
        guard text != message.text else { return Progress(ignored: .unchanged) }
        message.text = text
        earlier = message
        return Progress(edit: State(id: frame.id, text: text, final: frame.final, isLate: true))
    }

    private mutating func end(_ cause: Cause) -> Finished? {
        guard let message = current, !message.hasEnded else { return nil }
        current?.hasEnded = true
        let hash = MessageStream.hash(message.id)
        if ended.count < MessageStream.endedKept { ended.append(hash) } else { ended[Int(endedNext)] = hash }
        endedNext = (endedNext + 1) % UInt8(MessageStream.endedKept)
        return Finished(id: message.id, text: message.text, cause: cause)
    }

    private var clockRuns: Bool { !typingIsShown && !avatarIsBusy }

    private mutating func stopClock(_ now: Instant) {
        guard clockRuns else { return }
        quietLeft = max(.zero, quietLeft - (now - quietSince))
    }

    private static func isTooLong(_ before: String, _ frame: MessageFrame) -> Bool {
        !frame.edit && before.utf8.count + frame.text.utf8.count > longestGrown
    }

    private static func text(after before: String, _ frame: MessageFrame) -> String {
        withoutCursor(frame.edit ? frame.text : before + frame.text)
    }

    /// Without a cursor at the end, and the space before it.
    static func withoutCursor(_ text: String) -> String {
        guard text.unicodeScalars.last == cursor else { return text }
        var scalars = text.unicodeScalars
        scalars.removeLast()
        if scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }

    /// FNV-1a, 64 bits.
    private static func hash(_ id: String) -> UInt64 {
        var id = id
        return id.withUTF8 { $0.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
    }
}
