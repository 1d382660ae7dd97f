/// Measures contenders in turn, round by round, so that what the machine does meanwhile meets all of them alike.
struct Race {
    struct Contender {
        let who: String
        /// Does its work that many times.
        let work: (_ times: Int) -> Void
    }

    /// Rounds that count; some more go before to warm up.
    var rounds = 101
    /// How long one contender's turn takes, about.
    var turn = Duration.milliseconds(2)

    /// Nanoseconds that each contender takes for its work done once: the samples of each, in their order.
    func run(_ contenders: [Contender]) -> [Samples] {
        let times = contenders.map { calibrate($0) }
        var values = [[Double]](repeating: [], count: contenders.count)
        for round in -5..<rounds {
            for (index, contender) in contenders.enumerated() {
                let took = measure { contender.work(times[index]) }
                if round >= 0 { values[index].append(took / Double(times[index])) }
            }
        }
        return values.map { Samples($0) }
    }

    /// How many times fill a turn.
    private func calibrate(_ contender: Contender) -> Int {
        let wanted = nanoseconds(turn)
        var times = 1
        while true {
            let took = measure { contender.work(times) }
            if took >= wanted / 2 || times >= 1 << 24 { return max(1, Int(Double(times) * wanted / max(took, 1))) }
            times *= 4
        }
    }

    private func measure(_ body: () -> Void) -> Double { nanoseconds(ContinuousClock().measure(body)) }

    private func nanoseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    }
}

/// Takes a value as if it were used, so that the work for it is not left out.
@inline(never)
@_optimize(none)
func consume<T: ~Copyable>(_ value: borrowing T) {}
