import Address
import Testing
import Time

@testable import Net

@Suite("The cache of names")
struct NameCacheTests {
    private let answer: Result<[IPAddress], NetFailure> = .success([.loopback4])
    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test("an address is its own answer")
    func literal() {
        var cache = NameCache()
        #expect(cache.find("127.0.0.1", for: 1, now: at(0)) == .known(answer))
    }

    @Test("many who ask at once cause one question, and all get the answer")
    func together() {
        var cache = NameCache()
        #expect(cache.find("a.test", for: 1, now: at(0)) == .ask)
        #expect(cache.find("a.test", for: 2, now: at(0)) == .wait)
        #expect(cache.find("b.test", for: 3, now: at(0)) == .ask)
        #expect(cache.store(answer, for: "a.test", now: at(5)) == [1, 2])
        #expect(cache.store(answer, for: "a.test", now: at(5)) == [])
    }

    @Test("an answer lives ten seconds")
    func life() {
        var cache = NameCache()
        _ = cache.find("a.test", for: 1, now: at(0))
        _ = cache.store(answer, for: "a.test", now: at(0))
        #expect(cache.find("a.test", for: 2, now: at(9_999)) == .known(answer))
        #expect(cache.find("a.test", for: 2, now: at(10_000)) == .ask)
    }

    @Test("a failure lives one second")
    func failure() {
        let failure: Result<[IPAddress], NetFailure> = .failure(NetFailure(.name, "none"))
        var cache = NameCache()
        _ = cache.find("a.test", for: 1, now: at(0))
        _ = cache.store(failure, for: "a.test", now: at(0))
        #expect(cache.find("a.test", for: 2, now: at(999)) == .known(failure))
        #expect(cache.find("a.test", for: 2, now: at(1000)) == .ask)
    }

    @Test("it does not grow without end")
    func bounded() {
        var cache = NameCache()
        for number in 0..<5000 {
            _ = cache.find("\(number).test", for: 1, now: at(0))
            _ = cache.store(answer, for: "\(number).test", now: at(0))
        }
        let known = (0..<5000).count { cache.find("\($0).test", for: 2, now: at(1)) == .known(answer) }
        #expect(known <= 1000)
        #expect(known > 0)
    }
}
