import CSystem
import Synchronization

// The only door into a loop for other threads: a queue under a lock, and an eventfd that wakes the loop. It is also the
// loop's Swift executor, so that async code can run on the loop's thread.

/// Sends work to a loop from any thread. Jobs run on the loop's thread in the order of sending.
///
/// As an executor: give an actor `mailbox.asUnownedSerialExecutor()` as its `unownedExecutor`, and start tasks with
/// `Task(executorPreference: mailbox)`.
public final class Mailbox: SerialExecutor, TaskExecutor {
    enum Job: Sendable {
        case call(@Sendable (Loop) -> Void)
        case task(UnownedJob)
    }

    private struct Queue {
        var jobs: [Job] = []
        var thread: UInt?
        var isClosed = false
    }

    private let queue = Mutex(Queue())
    /// The eventfd; readable while jobs wait.
    let descriptor: Int32

    init() throws(NetFailure) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        if descriptor < 0 { throw .system(system_errno(), "cannot make an event descriptor") }
    }

    deinit { _ = CSystem.close(descriptor) }

    /// Runs `job` on the loop's thread, soon. A job for a loop that has ended is dropped.
    public func post(_ job: @escaping @Sendable (Loop) -> Void) { add(.call(job)) }

    public func enqueue(_ job: consuming ExecutorJob) { add(.task(UnownedJob(job))) }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    public func checkIsolated() {
        precondition(isOnThread, "this code belongs to a loop's thread and ran on another")
    }

    /// Whether the caller is on the thread that runs the loop.
    public var isOnThread: Bool {
        let current = currentThread()
        return queue.withLock { $0.thread == current }
    }

    private func add(_ job: Job) {
        let wake = queue.withLock { queue in
            // A task is kept even after the end: it could never finish otherwise.
            if queue.isClosed, case .call = job { return false }
            queue.jobs.append(job)
            return queue.jobs.count == 1
        }
        if wake { ring() }
    }

    private func ring() {
        var one: UInt64 = 1
        _ = CSystem.write(descriptor, &one, 8)
    }

    /// Takes all jobs that wait, into the emptied `jobs`.
    func take(into jobs: inout [Job]) {
        var count: UInt64 = 0
        _ = CSystem.read(descriptor, &count, 8)
        queue.withLock { swap(&$0.jobs, &jobs) }
    }

    func run(_ job: Job, on loop: Loop) {
        switch job {
        case .call(let call): call(loop)
        case .task(let task):
            task.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }

    /// From now on the calling thread is the loop's.
    func claim() {
        let current = currentThread()
        queue.withLock { $0.thread = current }
    }

    func close() { queue.withLock { $0.isClosed = true } }
}

private func currentThread() -> UInt { UInt(pthread_self()) }

/// A value that lives on one loop. Other threads may hold this, and send the value work; only the loop touches it.
public struct OnLoop<Value>: @unchecked Sendable {
    // Safe: `value` is read on the loop's thread only, in `perform`.
    private let value: Value
    private let mailbox: Mailbox

    public init(_ value: Value, loop: Loop) {
        self.value = value
        mailbox = loop.mailbox
    }

    /// Runs `body` with the value on the loop's thread, soon.
    public func perform(_ body: @escaping @Sendable (Value) -> Void) {
        mailbox.post { [self] _ in body(value) }
    }
}
