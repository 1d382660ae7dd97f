import Testing
import Time

@testable import Bot

@Suite("A bot's random numbers")
struct SeededRandomTests {
    @Test("follow from the seed alone, as SplitMix64's first numbers do")
    func splitMix() {
        var random = SeededRandom(seed: 1_234_567)
        #expect(random.next() == 6_457_827_717_110_365_317)
        #expect(random.next() == 3_203_168_211_198_807_973)
        #expect(random.next() == 9_817_491_932_198_370_423)
    }

    @Test("make UUIDs of version 4")
    func uuid() {
        var random = SeededRandom(seed: 1)
        var seen: Set<String> = []
        for _ in 0..<1_000 {
            let id = random.uuid()
            let parts = id.split(separator: "-").map(\.count)
            #expect(parts == [8, 4, 4, 4, 12])
            #expect(Array(id)[14] == "4")
            #expect("89ab".contains(Array(id)[19]))
            #expect(id.allSatisfy { "0123456789abcdef-".contains($0) })
            seen.insert(id)
        }
        #expect(seen.count == 1_000)
    }

    @Test("fill a range from end to end")
    func interval() {
        var random = SeededRandom(seed: 1)
        let drawn = (0..<1_000).map { _ in random.interval(from: .milliseconds(10), to: .milliseconds(20)) }
        #expect(drawn.allSatisfy { $0 >= .milliseconds(10) && $0 <= .milliseconds(20) })
        #expect(drawn.contains { $0 < .milliseconds(11) } && drawn.contains { $0 > .milliseconds(19) })
        #expect(random.interval(from: .seconds(1), to: .seconds(1)) == .seconds(1))
        #expect(random.interval(from: .seconds(2), to: .seconds(1)) == .seconds(2))
    }
}
