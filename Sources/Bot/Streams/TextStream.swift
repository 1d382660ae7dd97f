import Random
import Rules
import Time

// One reply that is sent as it grows. Its one rule: only the newest state is ever sent; a state that cannot go now is
// skipped, never queued; the last one always goes.
//
// Two ways to grow. A text known from the start shows one unit more every `every`. A text that still comes in (an AI
// reply) shows all units that are whole, as soon as `every` has passed since the last state.

struct TextStream: Sendable {
    enum Step: Equatable {
        case nothing
        /// Send this as the newest state.
        case show(String, isFirst: Bool)
        /// The whole text is due: the final frame.
        case end
    }

    /// The frames' id.
    let id: String
    private(set) var text: String
    /// No more text comes.
    private(set) var isWhole: Bool
    /// Its last frame says `final`.
    let closes: Bool
    /// nil: nothing is shown before the text is whole.
    let style: StreamStyle?
    /// The text was whole from the start and is shown unit by unit.
    private let isPaced: Bool
    /// UTF-8 offset up to which it has grown; all of it is ready to be shown.
    private var grown = 0
    /// There is a whole unit that has not been shown.
    private var isFresh = false
    /// Bytes that the text has when it is next searched for a whole unit.
    private var searchedAt = 0
    /// A state has been sent under the id, on any connection: later ones are edits.
    private(set) var hasBegun: Bool
    /// The connection ended after it had begun: nothing more is shown until the whole text is.
    private(set) var isCut = false
    /// No state goes before this.
    private var next: Instant

    /// - Parameters:
    ///   - isWhole: the text is complete and will be shown unit by unit; false: `append` and `finish` follow.
    ///   - hasBegun: states of it were sent by an earlier process; it goes on as one last edit.
    init(
        id: String, text: String, isWhole: Bool, style: StreamStyle?, closes: Bool = true, hasBegun: Bool = false,
        now: Instant
    ) {
        self.id = id
        self.closes = closes
        self.text = text
        self.isWhole = isWhole
        self.style = style
        self.isPaced = isWhole
        self.hasBegun = hasBegun
        self.isCut = hasBegun
        self.next = now
        refresh()
    }

    /// More text, as it came in.
    mutating func append(_ piece: String) {
        guard !isWhole else { return }
        text += piece
        refresh()
    }

    /// No more text comes. With `upTo`, what stands behind that many bytes is left out.
    mutating func finish(upTo end: Int? = nil) {
        isWhole = true
        if let end { text = String(text[..<text.index(atOffset: end)]) }
    }

    /// Ends it with what has been shown, where it is (`cancel`).
    mutating func stopHere() { finish(upTo: grown) }

    /// The connection ended.
    mutating func cut() { if hasBegun { isCut = true } }

    /// Its last frame was handed over, or may have been: the next one of this id replaces it.
    mutating func handedOver() { hasBegun = true }

    /// When `step` has something to do; nil: when there is more text.
    var due: Instant? {
        if isCut || style == nil { return isWhole ? .zero : nil }
        return isWhole || isFresh ? next : nil
    }

    /// Grows, if it is time. `mayShow`: the connection would take a state now.
    mutating func step(now: Instant, mayShow: Bool, random: inout SplitMix) -> Step {
        guard let due, due <= now else { return .nothing }
        guard let style, !isCut else { return .end }
        if isPaced {
            grow(style, now: now)
            if grown == text.utf8.count { return .end }
        } else {
            if isWhole { return .end }
            guard let end = style.unit.newestEnd(in: text, after: grown, isWhole: false) else { return .nothing }
            grown = end
            isFresh = false
        }
        next = now + style.every + random.jitter(style.jitter)
        guard mayShow else { return .nothing }
        defer { hasBegun = true }
        return .show(text[..<text.index(atOffset: grown)] + style.cursor, isFirst: !hasBegun)
    }

    /// One unit more, and as many as a late call has missed.
    private mutating func grow(_ style: StreamStyle, now: Instant) {
        var units = 1 as Int64
        if grown > 0, style.every > .zero { units += (now - next).nanoseconds / style.every.nanoseconds }
        while units > 0, let end = style.unit.end(in: text, after: grown, isWhole: true) {
            grown = end
            units -= 1
        }
    }

    private mutating func refresh() {
        guard !isWhole, !isFresh, let style, text.utf8.count >= searchedAt else { return }
        isFresh = style.unit.end(in: text, after: grown, isWhole: false) != nil
        // A unit that does not end is not searched from its start with each piece, or a megabyte of it would take minutes.
        let open = text.utf8.count - grown
        searchedAt = isFresh || open < 4096 ? 0 : text.utf8.count + open / 4
    }
}
