import Rules
import Time

// What a bot has asked of models: how often in the last minute, how much today, and what was said before. The two bounds
// are judged before a request goes out; what a request costs is known only at its end, so the last one of a day may
// pass the bound by what it costs itself.

struct AIAccount: Sendable, Blank {
    /// What was said between a rule and its model, for the next time.
    struct History: Sendable {
        var rule: String
        var turns: [AIRequest.Turn]
    }

    private var histories: [History] = []
    /// When each request of the last minute went out.
    private var recent: [Instant] = []
    /// Days since 1970-01-01 on the local clock: the one that `spent` is of.
    private(set) var day = 0
    /// Tokens, asked and answered.
    private(set) var spent = 0

    init() {}

    /// Takes up what an earlier process kept.
    mutating func restore(day: Int, spent: Int) { (self.day, self.spent) = (day, max(0, spent)) }

    // MARK: Bounds

    /// Lets a request go out, and counts it; else says why not.
    mutating func begin(_ settings: AISettings, day: Int, now: Instant) -> String? {
        if let most = settings.tokensPerDay, day == self.day, spent >= most {
            return "ai.tokens_per_day is used up: \(spent) of \(most)"
        }
        guard let most = settings.perMinute else { return nil }
        recent.removeAll { now - $0 >= .seconds(60) }
        if recent.count >= most { return "ai.per_minute is used up: \(recent.count) in the last minute" }
        recent.append(now)
        return nil
    }

    mutating func spend(_ tokens: Int, day: Int) {
        if day != self.day { (self.day, spent) = (day, 0) }
        spent = spent.addingReportingOverflow(tokens).overflow ? .max : max(0, spent + tokens)
    }

    /// About how many tokens a text is, where no server counts them: four bytes each.
    static func estimate(_ text: String) -> Int { (text.utf8.count + 3) / 4 }

    // MARK: History

    func turns(of rule: String) -> [AIRequest.Turn] { histories.first { $0.rule == rule }?.turns ?? [] }

    /// Keeps a turn: at most so many of the rule, and at most so many characters of them; the oldest go.
    mutating func remember(_ asked: String, _ answered: String, of rule: String, turns: Int, characters: Int) {
        guard turns > 0 else { return }
        let index = histories.firstIndex { $0.rule == rule } ?? histories.count
        if index == histories.count { histories.append(History(rule: rule, turns: [])) }
        histories[index].turns += [.init(role: "user", text: asked), .init(role: "assistant", text: answered)]
        var size = histories[index].turns.reduce(0) { $0 + $1.text.count }
        while histories[index].turns.count > 2 * turns || size > characters, histories[index].turns.count >= 2 {
            size -= histories[index].turns.prefix(2).reduce(0) { $0 + $1.text.count }
            histories[index].turns.removeFirst(2)
        }
        if histories[index].turns.isEmpty { histories.remove(at: index) }
    }
}
