import Testing
import Time

@testable import Runner

@Suite("Waiting for the disk")
struct DiskWaitTests {
    private func at(_ seconds: Int64) -> Instant { Instant.zero + .seconds(100 + seconds) }

    @Test("a disk that takes its time is not told of, one that hangs is told of once, and so is that it is back")
    func hangs() {
        var disk = DiskWait()
        #expect(disk.deadline == nil)
        disk.handed(at: at(0))
        #expect(disk.deadline == at(5))
        #expect(disk.look(at: at(4)) == nil)
        #expect(disk.look(at: at(6)) == .seconds(6))
        #expect(disk.deadline == nil)
        #expect(disk.look(at: at(60)) == nil)
        disk.handed(at: at(61))
        #expect(disk.ended(at: at(62)) == .seconds(62))
        // The second one still waits, and is watched anew.
        #expect(disk.deadline == at(67))
        #expect(disk.ended(at: at(63)) == nil)
        #expect(disk.deadline == nil)
    }

    @Test("a disk that takes one thing after another is never told of, however long there is something to take")
    func busy() {
        var disk = DiskWait()
        disk.handed(at: at(0))
        for second in 1...20 {
            disk.handed(at: at(Int64(second)))
            #expect(disk.ended(at: at(Int64(second))) == nil)
            #expect(disk.look(at: at(Int64(second) + 4)) == nil)
        }
    }
}
