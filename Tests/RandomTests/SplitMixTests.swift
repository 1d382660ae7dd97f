import Testing

@testable import Random

@Suite("Numbers of a seed")
struct SplitMixTests {
    @Test("follow from the seed alone, as SplitMix64's first numbers do")
    func splitMix() {
        var random = SplitMix(seed: 1_234_567)
        #expect(random.next() == 6_457_827_717_110_365_317)
        #expect(random.next() == 3_203_168_211_198_807_973)
        #expect(random.next() == 9_817_491_932_198_370_423)
    }

    @Test("can be had out of turn", arguments: [0, 1, 7, UInt64.max])
    func nth(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for number in 1...100 as ClosedRange<UInt64> {
            #expect(random.next() == SplitMix.mix(seed &+ number &* SplitMix.step))
        }
    }

    @Test("take eight bytes")
    func size() { #expect(MemoryLayout<SplitMix>.size == 8) }

    @Test("make UUIDs of version 4")
    func uuid() {
        var random = SplitMix(seed: 1)
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

    @Test("make other UUIDs with another salt, and go on as without one")
    func salt() {
        var plain = SplitMix(seed: 1)
        var salted = SplitMix(seed: 1)
        var ids: Set<String> = []
        for salt in 1...100 as ClosedRange<UInt64> {
            ids.insert(plain.uuid())
            ids.insert(salted.uuid(salt: salt))
            #expect(plain == salted)
        }
        #expect(ids.count == 200)
    }

    @Test("make the same UUIDs for the same seed")
    func sameUUID() {
        var random = SplitMix(seed: 1_234_567)
        // The first two numbers in hexadecimal, with version and variant put in.
        #expect(random.uuid() == "599ed017-fb08-4c85-ac73-f08458540fa5")
    }
}
