import Testing

@testable import Net

@Suite("The slab of connections")
struct RecordTableTests {
    @Test("a handle names its record until it is freed, and never the next one in its place")
    func handles() {
        var table = RecordTable()
        let (first, record) = table.take()
        record.pointee.phase = .open
        record.pointee.tag = 5
        #expect(table.find(first)?.pointee.tag == 5)
        table.free(first)
        #expect(table.find(first) == nil)
        let (second, next) = table.take()
        next.pointee.phase = .open
        #expect(second.slot == first.slot)
        #expect(second != first)
        #expect(table.find(first) == nil)
        #expect(next.pointee.tag == 0)
        #expect(table.count == 1)
    }

    @Test("it grows, records never move, and each is found by its token")
    func growth() {
        var table = RecordTable()
        var all: [(Connection, UnsafeMutablePointer<Record>)] = []
        for tag in 0..<3000 {
            let (connection, record) = table.take()
            record.pointee.phase = .open
            record.pointee.tag = tag
            all.append((connection, record))
        }
        for (tag, (connection, record)) in all.enumerated() {
            let found = table.find(Connection(token: connection.token))
            #expect(found == record && found?.pointee.tag == tag)
        }
        var seen = 0
        table.forEach { _, _ in seen += 1 }
        #expect(seen == 3000)
        #expect(table.count == 3000)
    }

    @Test("a handle from nowhere finds nothing", arguments: [0, 0xFFFF_FFFF_FFFF, 1 << 24, 77] as [UInt64])
    func nowhere(token: UInt64) {
        var table = RecordTable()
        #expect(table.find(Connection(token: token)) == nil)
        _ = table.take()
        #expect(table.find(Connection(token: token)) == nil)
    }

    @Test("generations go round without ever being zero")
    func generations() {
        var table = RecordTable()
        let (connection, record) = table.take()
        record.pointee.generation = 0xFF_FFFF
        table.free(connection)
        let (next, again) = table.take()
        #expect(next.generation == 1)
        again.pointee.phase = .open
        #expect(table.find(Connection(token: next.token)) != nil)
    }
}
