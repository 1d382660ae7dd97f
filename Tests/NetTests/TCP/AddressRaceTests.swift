import Address
import Testing
import Time

@testable import Net

@Suite("Happy Eyeballs: the race of a host's addresses")
struct AddressRaceTests {
    private func addresses(_ texts: String...) throws -> [SocketAddress] {
        try texts.map { SocketAddress(try #require(IPAddress($0)), port: 80) }
    }
    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test("families take turns, the resolver's first choice first")
    func interleaved() throws {
        let sorted = try addresses("::1", "::2", "::3", "1.1.1.1", "2.2.2.2")
        #expect(AddressRace.interleaved(sorted).map(\.ip.description) == ["::1", "1.1.1.1", "::2", "2.2.2.2", "::3"])
        #expect(
            AddressRace.interleaved(sorted.reversed()).map(\.ip.description) == [
                "2.2.2.2", "::3", "1.1.1.1", "::2", "::1",
            ])
        #expect(AddressRace.interleaved([]).isEmpty)
    }

    @Test("the second address starts a quarter of a second after the first")
    func delay() throws {
        let both = try addresses("::1", "1.1.1.1")
        var race = AddressRace(both)
        #expect(race.next(at(0)) == .attempt(both[0]))
        #expect(race.next(at(0)) == .wait(until: at(250)))
        #expect(race.next(at(249)) == .wait(until: at(250)))
        #expect(race.next(at(250)) == .attempt(both[1]))
        #expect(race.next(at(250)) == .waitForTheLast)
    }

    @Test("a failure starts the next address at once")
    func failure() throws {
        let both = try addresses("::1", "1.1.1.1")
        var race = AddressRace(both)
        #expect(race.next(at(0)) == .attempt(both[0]))
        race.attemptFailed()
        #expect(race.next(at(1)) == .attempt(both[1]))
        race.attemptFailed()
        #expect(race.next(at(2)) == .lost)
    }

    @Test("the race is lost only when the last attempt has failed")
    func lost() throws {
        let three = try addresses("::1", "1.1.1.1", "2.2.2.2")
        var race = AddressRace(three)
        #expect(race.next(at(0)) == .attempt(three[0]))
        #expect(race.next(at(250)) == .attempt(three[1]))
        #expect(race.next(at(500)) == .attempt(three[2]))
        race.attemptFailed()
        race.attemptFailed()
        #expect(race.next(at(600)) == .waitForTheLast)
        race.attemptFailed()
        #expect(race.next(at(600)) == .lost)
    }

    @Test("a host without addresses has lost before it began")
    func empty() {
        var race = AddressRace([])
        #expect(race.next(at(0)) == .lost)
    }
}
