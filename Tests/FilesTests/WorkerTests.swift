import Synchronization
import Testing

@testable import Files

@Suite("The worker thread")
struct WorkerTests {
    private final class Log: Sendable {
        let numbers = Mutex<[Int]>([])
        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
        var all: [Int] { numbers.withLock { $0 } }
    }

    @Test("does what it is given in order, and all of it before it has finished")
    func order() {
        let log = Log()
        let worker = Worker()
        for number in 0..<1000 { #expect(worker.perform { log.add(number) }) }
        worker.finish()
        #expect(log.all == Array(0..<1000))
    }

    @Test("takes no more once it has finished, and finishes twice without harm")
    func finished() {
        let log = Log()
        let worker = Worker()
        worker.finish()
        #expect(!worker.perform { log.add(1) })
        worker.finish()
        #expect(log.all == [])
    }

    /// Says when it is let go of.
    private final class Held: Sendable {
        let log: Log
        init(_ log: Log) { self.log = log }
        deinit { log.add(1) }
    }

    @Test("lets go of what a piece of work held before it begins the next")
    func release() async {
        let log = Log()
        let worker = Worker()
        await withCheckedContinuation { done in
            // Given by its own work, these are taken at once.
            worker.perform {
                worker.perform { [held = Held(log)] in withExtendedLifetime(held) {} }
                worker.perform { log.add(2) }
                worker.perform { done.resume() }
            }
        }
        #expect(log.all == [1, 2])
    }

    @Test("may be given work by its own work")
    func nested() async {
        let worker = Worker()
        await withCheckedContinuation { done in
            worker.perform { worker.perform { done.resume() } }
        }
    }

    @Test("does what it was given even when nobody holds it any more")
    func released() async {
        await withCheckedContinuation { done in
            let worker = Worker()
            worker.perform { done.resume() }
        }
    }
}
