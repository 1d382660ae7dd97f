import Testing

@testable import Net

@Suite("A line")
struct LineTests {
    @Test("serves who came first, and takes no room for who was served")
    func order() {
        var line = Line<Int>()
        var served: [Int] = []
        for number in 0..<1000 {
            line.append(number)
            if number % 3 == 0, let next = line.popFirst() { served.append(next) }
        }
        #expect(line.count == 666)
        #expect(Array(line.waiting) == Array(334..<1000))
        while let next = line.popFirst() { served.append(next) }
        #expect(served == Array(0..<1000))
        #expect(line.count == 0)
        #expect(line.popFirst() == nil)
    }
}
