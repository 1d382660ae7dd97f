import Time

/// The part of a recording that is looked at.
public struct Stretch: Sendable {
    public enum Bound: Sendable, Equatable {
        case moment(WallTime)
        /// Since the beginning of the recording.
        case since(Interval)

        func moment(since start: WallTime) -> WallTime {
            switch self {
            case .moment(let time): time
            case .since(let interval): start + interval
            }
        }
    }
    public var from: Bound?
    public var to: Bound?

    public init(from: Bound? = nil, to: Bound? = nil) {
        self.from = from
        self.to = to
    }

    func holds(_ time: WallTime, start: WallTime) -> Bool {
        from.map { time >= $0.moment(since: start) } ?? true && to.map { time <= $0.moment(since: start) } ?? true
    }

    /// Why nothing of a recording can be in it; nil: something can.
    func fault(in recorded: ClosedRange<WallTime>) -> String? {
        let from = from?.moment(since: recorded.lowerBound)
        let to = to?.moment(since: recorded.lowerBound)
        if let from, let to, to < from {
            return "the stretch would end at \(to.iso8601), before it begins at \(from.iso8601)"
        }
        if from.map({ $0 > recorded.upperBound }) ?? false || to.map({ $0 < recorded.lowerBound }) ?? false {
            return "nothing was recorded then: the recording goes from \(recorded.lowerBound.iso8601) to "
                + recorded.upperBound.iso8601
        }
        return nil
    }
}
