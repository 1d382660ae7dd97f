import Testing

@testable import Measure

@Suite("The place of a panel")
struct PanelPlaceTests {
    @Test("the first drawing begins where the cursor is, and each later one where that began")
    func over() {
        var place = PanelPlace()
        #expect(place.draw(["one", "two"], width: 80) == "\r\u{1B}[2Kone\n\u{1B}[2Ktwo\n\u{1B}[J")
        #expect(place.draw(["three"], width: 80) == "\r\u{1B}[2A\u{1B}[2Kthree\n\u{1B}[J")
        #expect(place.draw([], width: 80) == "\r\u{1B}[1A\u{1B}[J")
    }

    @Test("it is gone once, and leaves the cursor where it began")
    func gone() {
        var place = PanelPlace()
        #expect(place.erase(width: 80) == "")
        _ = place.draw(["one", "", "three"], width: 80)
        #expect(place.erase(width: 80) == "\r\u{1B}[3A\u{1B}[J")
        #expect(place.erase(width: 80) == "")
    }

    @Test("lines that a narrower terminal has broken are counted as it shows them, their colours not")
    func narrower() {
        var place = PanelPlace()
        _ = place.draw(["\u{1B}[31;1m1234567890\u{1B}[0m", "123"], width: 10)
        #expect(place.draw(["1"], width: 4) == "\r\u{1B}[4A\u{1B}[2K1\n\u{1B}[J")
        #expect(place.erase(width: 0) == "\r\u{1B}[1A\u{1B}[J")
    }
}
