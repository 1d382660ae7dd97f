import Random
import Testing

@testable import Bot

@Suite("Ids that were handled are remembered")
struct HandledTests {
    @Test("an id once, and each kind for itself")
    func once() {
        var handled = Handled()
        #expect(!handled.contains("m1", .message))
        #expect(handled.insert("m1", .message) != nil)
        #expect(handled.insert("m1", .message) == nil)
        #expect(handled.contains("m1", .message))
        #expect(!handled.contains("m1", .media))
        #expect(!handled.contains("m2", .message))
    }

    @Test("the newest 256 are held")
    func ring() {
        var handled = Handled()
        for number in 0..<600 { _ = handled.insert("m\(number)", .message) }
        #expect(handled.count == Handled.capacity)
        #expect(!handled.contains("m343", .message))
        #expect((344..<600).allSatisfy { handled.contains("m\($0)", .message) })
    }

    @Test("restored in any order, the next one takes the oldest's place")
    mutating func restored() {
        var handled = Handled()
        var entries: [Int: Handled.Entry] = [:]
        for number in 0..<700 {
            let entry = handled.insert("m\(number)", .message)!
            entries[entry.slot] = entry
        }
        var again = Handled()
        for slot in entries.keys.shuffled(using: &random) { again.restore(entries[slot]!) }
        let next = again.insert("new", .message)!
        #expect(next.number == 700)
        #expect(!again.contains("m444", .message))
        #expect(again.contains("m445", .message))
    }

    var random = SplitMix(seed: 2)

    @Test("few or many, once or several times through the ring: it holds what it should at each step")
    mutating func steps() {
        var handled = Handled()
        var all: [String] = []
        for number in 0..<1500 {
            let id = "\(number * 7919)"
            #expect(!handled.contains(id, .prompt))
            #expect(handled.insert(id, .prompt, isNew: number.isMultiple(of: 2)) != nil)
            all.append(id)
            let back = Int.random(in: 1...Handled.capacity, using: &random)
            if back <= all.count { #expect(handled.contains(all[all.count - back], .prompt)) }
            if all.count > Handled.capacity { #expect(!handled.contains(all[all.count - 257], .prompt)) }
        }
    }

    @Test("hostile slots are left out of the ring")
    func hostile() {
        var handled = Handled()
        handled.restore(.init(number: .max, hash: 1))
        #expect(handled.count <= Handled.capacity)
        #expect(handled.insert("m", .message) != nil)
    }
}
