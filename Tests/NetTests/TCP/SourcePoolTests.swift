import Address
import Testing

@testable import Net

@Suite("The pool of source addresses")
struct SourcePoolTests {
    @Test("addresses of the destination's family take turns")
    func turns() throws {
        let texts = ["127.0.0.2", "::1", "127.0.0.3"]
        var pool = SourcePool(try texts.map { try #require(IPAddress($0)) })
        let taken = (0..<4).map { _ in pool.next(.v4)?.description }
        #expect(Set(taken.prefix(2)) == ["127.0.0.2", "127.0.0.3"])
        #expect(Array(taken.prefix(2)) == Array(taken.suffix(2)))
        #expect(pool.next(.v6)?.description == "::1")
        #expect(pool.next(.v6)?.description == "::1")
    }

    @Test("an empty pool leaves it to the system")
    func empty() {
        var pool = SourcePool()
        #expect(pool.next(.v4) == nil)
        #expect(pool.next(.v6) == nil)
    }
}
