/// One rule that fires for an event. Its limit is taken and its count grown already.
public struct Firing: Sendable, Hashable {
    /// Index into `BotFile.rules`.
    public var rule: Int
    /// Named regex groups that took part, in the event's own NFC text.
    public var captures: [String: String]
    /// `{{count}}`: how often the rule has fired, this time included.
    public var count: Int

    public init(rule: Int, captures: [String: String] = [:], count: Int) {
        self.rule = rule
        self.captures = captures
        self.count = count
    }
}

/// What the rules say to one event.
public struct Match: Sendable, Hashable {
    /// The rules that act, in the order in which they begin.
    public var firings: [Firing] = []
    /// `hit: unique` alone: the rules that matched at once, of which none acts. An error for the log.
    public var conflict: [Int] = []
    /// The approving rule that matched while its limit was used up: the prompt is left alone.
    public var heldBack: Int?
    /// A rule that matched while its limit was used up, the first of them: for people who wonder why nothing fires.
    public var limited: Int?

    public init() {}

    /// Nothing fires, and nothing is to be said about it.
    public var isEmpty: Bool { firings.isEmpty && conflict.isEmpty && heldBack == nil }
}
