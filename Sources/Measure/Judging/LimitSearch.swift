// How far a rate can be raised: it is doubled until a threshold breaks, then halved in between until good and bad are
// close. One bad window may be chance, so that a rate counts as bad only when it was bad twice in a row.

/// The search of `--find-limit`: a rate to try next, until the limit is found.
public struct LimitSearch: Sendable {
    public enum Step: Hashable, Sendable {
        /// Run a window at this rate a second, and judge it.
        case attempt(Double)
        case found(Limit)
    }

    /// What was found.
    public struct Limit: Hashable, Sendable {
        /// The highest rate at which all thresholds held; nil: not even the first one.
        public let rate: Double?
        /// The lowest rate at which they did not; nil: the highest allowed rate was reached.
        public let brokenAt: Double?
        /// The thresholds that broke there.
        public let broken: [Judgement]
        /// Not empty: the generator was the bottleneck there, so that the server may well do more.
        public let bottleneck: [String]
    }

    /// Bad and good are close enough when they are this part apart.
    private let precision: Double
    private let most: Double
    private var good: Double?
    private var bad: (rate: Double, judgements: [Judgement], bottleneck: [String])?
    private var rate: Double
    private var wasBadOnce = false

    /// - Parameters:
    ///   - start: a second, above 0; the first rate to try.
    ///   - most: the highest rate that may be tried.
    ///   - precision: 0.05 ends when the lowest bad rate is at most 5 % above the highest good one.
    public init(start: Double, most: Double, precision: Double = 0.05) {
        self.most = Swift.max(most, 1e-3)
        self.precision = Swift.max(precision, 0.001)
        rate = Swift.min(Swift.max(start, 1e-3), self.most)
    }

    public var first: Step { .attempt(rate) }

    /// Takes what the window at the last rate showed.
    public mutating func next(_ judgements: [Judgement], bottleneck: [String] = []) -> Step {
        if bottleneck.isEmpty, judgements.allSatisfy(\.isMet) {
            wasBadOnce = false
            good = rate
        } else if wasBadOnce {
            wasBadOnce = false
            bad = (rate, judgements.filter { !$0.isMet }, bottleneck)
        } else {
            wasBadOnce = true
            return .attempt(rate)
        }
        switch (good, bad) {
        case (let good?, nil):
            if good >= most { return found() }
            rate = Swift.min(good * 2, most)
        case (let good?, let bad?):
            if bad.rate <= good * (1 + precision) { return found() }
            rate = (good + bad.rate) / 2
        case (nil, let bad?):
            // Not one good rate yet: lower, but not for ever.
            if bad.rate < 1 { return found() }
            rate = bad.rate / 2
        case (nil, nil): break
        }
        return .attempt(rate)
    }

    private func found() -> Step {
        .found(
            Limit(
                rate: good, brokenAt: bad?.rate, broken: bad?.judgements ?? [], bottleneck: bad?.bottleneck ?? []))
    }
}

extension LimitSearch.Limit {
    /// One line for a person.
    public var text: String {
        let reached = rate.map { "limit: \(Quantity.compact($0))/s" } ?? "limit: none found"
        guard let brokenAt else { return reached + ", the highest rate that was tried; no threshold broke" }
        let reasons =
            bottleneck.isEmpty
            ? broken.map { "\($0.threshold.name) was \($0.gotText), wanted \($0.threshold.want)" }
            : bottleneck.map { "the generator was the bottleneck (\($0)), the server may do more" }
        return reached + "; at \(Quantity.compact(brokenAt))/s " + reasons.joined(separator: "; ")
    }
}
