import Files
import Scaffold
import Testing

@testable import Gateway

@Suite("The files that a gateway offers")
struct OffersTests {
    private let scratch = Scratch()

    private func own(_ name: String, _ size: Int) throws -> Offers.Offer {
        let path = try scratch.write(name, [UInt8](repeating: 1, count: size))
        return Offers.Offer(path: path, mime: "image/png", ownSize: size)
    }

    @Test("are found by their names, of other processes too, and by no other name")
    func found() throws {
        let offer = Offers.Offer(path: "/srv/a.png", mime: "image/png")
        var offers = Offers(shared: scratch.path, quota: 100)
        offers.add(offer, name: "abc123")
        #expect(offers["abc123"] == offer)
        #expect(Offers(shared: scratch.path, quota: 100)["abc123"] == offer)
        for name in ["abc124", "", "../abc123", "."] { #expect(offers[name] == nil) }
        offers.removeAll()
        #expect(offers["abc123"] == nil)
        #expect(scratch.names("") == [])
    }

    @Test("go with their offers where they are their own; somebody else's stay")
    func owned() throws {
        let other = try scratch.write("other", [1])
        var offers = Offers(shared: nil, quota: 100)
        offers.add(try own("mine", 10), name: "a")
        offers.add(Offers.Offer(path: other, mime: "image/png"), name: "b")
        offers.removeAll()
        #expect(scratch.names("") == ["other"])
    }

    @Test("take no more room than the quota: the oldest of their own go, but never the newest")
    func quota() throws {
        let other = try scratch.write("other", [UInt8](repeating: 1, count: 500))
        var offers = Offers(shared: nil, quota: 100)
        offers.add(Offers.Offer(path: other, mime: "image/png"), name: "o")
        for name in ["a", "b", "c"] { offers.add(try own(name, 40), name: name) }
        #expect(scratch.names("") == ["b", "c", "other"])
        #expect(offers["a"] == nil && offers["b"] != nil && offers["o"] != nil)
        offers.add(try own("d", 200), name: "d")
        #expect(scratch.names("") == ["d", "other"])
    }
}
