import Testing

@testable import Measure

@Suite("The search for a limit")
struct LimitSearchTests {
    private func judgement(_ isMet: Bool) throws -> Judgement {
        Judgement(threshold: try .parse(name: "reply.p99", want: "< 250ms"), got: isMet ? 100 : 312, isMet: isMet)
    }

    /// Runs a search against a server that keeps its thresholds up to a rate.
    private func search(
        limit: Double, start: Double = 100, most: Double = 1e6, bottleneckAt: Double = .infinity
    ) throws -> (LimitSearch.Limit, attempts: [Double]) {
        var search = LimitSearch(start: start, most: most)
        var attempts: [Double] = []
        var step = search.first
        while case .attempt(let rate) = step, attempts.count < 200 {
            attempts.append(rate)
            step = search.next(
                [try judgement(rate <= limit)], bottleneck: rate > bottleneckAt ? ["send lag p99 was 90 ms"] : [])
        }
        guard case .found(let found) = step else { throw SearchWithoutEnd() }
        return (found, attempts)
    }

    struct SearchWithoutEnd: Error {}

    @Test("doubles, then halves in between, until good and bad are five percent apart; a bad window is tried twice")
    func finds() throws {
        let (limit, attempts) = try search(limit: 1000)
        #expect(attempts == [100, 200, 400, 800, 1600, 1600, 1200, 1200, 1000, 1100, 1100, 1050, 1050])
        #expect(limit.rate == 1000)
        #expect(limit.brokenAt == 1050)
        #expect(limit.text == "limit: 1.00k/s; at 1.05k/s reply.p99 was 312 ms, wanted < 250ms")
    }

    @Test("goes down where the first rate is too high already, and ends below one a second")
    func down() throws {
        let (limit, _) = try search(limit: 7, start: 1000)
        let rate = try #require(limit.rate)
        #expect(rate <= 7 && rate > 6.6)
        let (none, attempts) = try search(limit: 0, start: 10)
        #expect(none.rate == nil)
        #expect(attempts.count == 10)
        #expect(none.text == "limit: none found; at 0.625/s reply.p99 was 312 ms, wanted < 250ms")
    }

    @Test("ends at the highest rate that may be tried")
    func most() throws {
        let (limit, attempts) = try search(limit: .infinity, most: 500)
        #expect(attempts == [100, 200, 400, 500])
        #expect(limit.rate == 500 && limit.brokenAt == nil)
        #expect(limit.text == "limit: 500/s, the highest rate that was tried; no threshold broke")
    }

    @Test("says when it was the generator, and not the server, that came to its end")
    func generator() throws {
        let (limit, _) = try search(limit: .infinity, bottleneckAt: 1000)
        #expect(limit.broken.isEmpty)
        #expect(
            limit.text
                == "limit: 1.00k/s; at 1.05k/s the generator was the bottleneck (send lag p99 was 90 ms), the server may do more"
        )
    }

    @Test("forgives a rate that was bad once and good the next time")
    func chance() throws {
        var search = LimitSearch(start: 100, most: 200)
        #expect(search.next([try judgement(false)]) == .attempt(100))
        #expect(search.next([try judgement(true)]) == .attempt(200))
    }
}
