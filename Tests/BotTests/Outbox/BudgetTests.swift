import Random
import Testing
import Time

@testable import Bot

@Suite("A budget of frames")
struct BudgetTests {
    func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(1_000_000 + milliseconds) }

    @Test("none set: any number goes")
    func unlimited() {
        var budget = Budget()
        for _ in 0..<1_000 { #expect(budget.take(rate: nil, now: at(0)) == true) }
    }

    @Test("a second's worth goes at once, then one each interval")
    func burst() {
        var budget = Budget()
        for _ in 0..<5 { #expect(budget.take(rate: 5, now: at(0)) == true) }
        #expect(budget.take(rate: 5, now: at(0)) == false)
        #expect(budget.opens(rate: 5) == at(200))
        #expect(budget.take(rate: 5, now: at(199)) == false)
        #expect(budget.take(rate: 5, now: at(200)) == true)
        #expect(budget.take(rate: 5, now: at(399)) == false)
        #expect(budget.take(rate: 5, now: at(400)) == true)
    }

    @Test("a rate under one frame a second is one frame at a time")
    func slow() {
        var budget = Budget()
        #expect(budget.take(rate: 0.5, now: at(0)) == true)
        #expect(budget.take(rate: 0.5, now: at(1_999)) == false)
        #expect(budget.take(rate: 0.5, now: at(2_000)) == true)
    }

    @Test("what was used without asking is paid back")
    func charged() {
        var budget = Budget()
        budget.charge(10, rate: 5, now: at(0))
        #expect(budget.take(rate: 5, now: at(1_000)) == false)
        #expect(budget.take(rate: 5, now: at(1_200)) == true)
    }

    @Test("never more than the rate and a burst in any stretch of time")
    func property() {
        var random = SplitMix(seed: 5)
        var budget = Budget()
        var taken: [Instant] = []
        var now = at(0)
        for _ in 0..<5_000 {
            now = now + .milliseconds(Int64.random(in: 0..<40, using: &random))
            if budget.take(rate: 10, now: now) { taken.append(now) }
        }
        for (index, start) in taken.enumerated() {
            let inSecond = taken[index...].prefix { $0 - start < .seconds(1) }.count
            #expect(inSecond <= 20)
        }
        #expect(Double(taken.count) <= (now - at(0)).inSeconds * 10 + 10)
    }
}
