import Synchronization
import Testing
import Time

@testable import Net

/// An actor that lives on a loop's thread.
private actor Counter {
    private let mailbox: Mailbox
    private(set) var count = 0

    init(_ mailbox: Mailbox) { self.mailbox = mailbox }

    nonisolated var unownedExecutor: UnownedSerialExecutor { mailbox.asUnownedSerialExecutor() }

    func add() -> Bool {
        count += 1
        return mailbox.isOnThread
    }
}

@Suite("The mailbox, door and executor of a loop")
struct MailboxTests {
    @Test("jobs from other threads run on the loop's thread, each thread's in its order")
    func post() throws {
        let loop = try Loop()
        let seen = Mutex<[[Int]]>([[], [], []])
        let threads = try (0..<3).map { _ in try LoopThread { _ in } }
        for (number, thread) in threads.enumerated() {
            let mailbox = loop.mailbox
            thread.mailbox.post { _ in
                for job in 0..<1000 {
                    mailbox.post { loop in
                        #expect(loop.mailbox.isOnThread)
                        seen.withLock { $0[number].append(job) }
                    }
                }
            }
        }
        #expect(loop.run(atMost: .seconds(20)) { seen.withLock { $0.allSatisfy { $0.count == 1000 } } })
        for thread in threads { thread.join() }
        seen.withLock { for jobs in $0 { #expect(jobs == Array(0..<1000)) } }
    }

    @Test("a job posted by a job runs in a later turn, not for ever in this one")
    func chain() throws {
        let loop = try Loop()
        let count = Mutex(0)
        @Sendable func again(_ loop: Loop) {
            count.withLock { $0 += 1 }
            loop.mailbox.post(again)
        }
        loop.mailbox.post(again)
        loop.turn(waitingAtMost: .seconds(20))
        #expect(count.withLock { $0 } == 1)
        loop.turn(waitingAtMost: .seconds(20))
        #expect(count.withLock { $0 } == 2)
    }

    @Test("a value of the loop is reached from elsewhere and touched on the loop alone")
    func onLoop() throws {
        final class Box { var numbers: [Int] = [] }
        let loop = try Loop()
        let box = Box()
        let remote = OnLoop(box, loop: loop)
        let thread = try LoopThread { _ in
            for number in 0..<10 { remote.perform { $0.numbers.append(number) } }
        }
        #expect(loop.run(atMost: .seconds(20)) { box.numbers.count == 10 })
        thread.join()
        #expect(box.numbers == Array(0..<10))
    }

    @Test("a job for a loop that has ended is dropped")
    func ended() throws {
        var loop: Loop? = try Loop()
        let mailbox = try #require(loop).mailbox
        loop = nil
        mailbox.post { _ in Issue.record("no loop should run this") }
    }

    @Test("a task with the loop's preference and an actor with its executor run on the loop's thread")
    func executor() async throws {
        let thread = try LoopThread { _ in }
        let mailbox = thread.mailbox
        let counter = Counter(mailbox)
        let task = Task(executorPreference: mailbox) {
            var onThread = [mailbox.isOnThread]
            for _ in 0..<100 {
                onThread.append(await counter.add())
                await Task.yield()
                onThread.append(mailbox.isOnThread)
            }
            return onThread
        }
        #expect(await task.value.allSatisfy { $0 })
        #expect(await counter.count == 100)
        #expect(!mailbox.isOnThread)
        thread.join()
    }

    @Test("many tasks on many loops hop between them without loss")
    func hopping() async throws {
        let threads = try (0..<3).map { _ in try LoopThread { _ in } }
        let counters = threads.map { Counter($0.mailbox) }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                let mailbox = threads[number % 3].mailbox
                group.addTask(executorPreference: mailbox) {
                    for step in 0..<20 { _ = await counters[(number + step) % 3].add() }
                }
            }
        }
        var total = 0
        for counter in counters { total += await counter.count }
        #expect(total == 1200)
        for thread in threads { thread.join() }
    }
}
