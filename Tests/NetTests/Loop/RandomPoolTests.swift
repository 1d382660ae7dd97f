import Testing

@testable import Net

@Suite("Random numbers by the page")
struct RandomPoolTests {
    @Test("no number comes twice over several refills")
    func fresh() {
        var pool = RandomPool()
        var seen: Set<UInt64> = []
        for _ in 0..<2000 { seen.insert(pool.next()) }
        #expect(seen.count == 2000)
    }
}
