import Synchronization

/// One thread that does what it is given, in order: for what may wait on a disk.
///
/// The thread starts with the first piece of work. It ends, with all given work done, on `finish` or when the value is
/// released. A piece of work is let go of, with all that it holds, when it is done and before the next one begins.
public final class Worker: Sendable {
    private struct Running {
        let thread: SystemThread
        let bell: Bell
    }

    private struct State {
        var work: [@Sendable () -> Void] = []
        var finishing = false
        var running: Running?
    }

    private final class Queue: Sendable {
        let state = Mutex(State())

        func run(_ bell: Bell) {
            while true {
                bell.wait()
                var (work, finishing) = state.withLock { state in
                    defer { state.work = [] }
                    return (state.work, state.finishing)
                }
                work.reverse()
                while let item = work.popLast() { item() }
                if finishing, state.withLock({ $0.work.isEmpty }) { return }
            }
        }
    }

    private let queue = Queue()

    public init() {}

    deinit {
        // Let go first: a thread that has ended is then never one that nobody waits for.
        stop { $0.thread.detach() }
    }

    /// Does it after all that was given before. False, and it is not done, once `finish` was called or if the system
    /// gives no thread.
    @discardableResult
    public func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
        queue.state.withLock { state in
            if state.finishing { return false }
            if state.running == nil {
                guard let bell = Bell(), let thread = SystemThread({ [queue] in queue.run(bell) }) else { return false }
                state.running = Running(thread: thread, bell: bell)
            }
            state.work.append(work)
            state.running?.bell.ring()
            return true
        }
    }

    /// Waits until all given work is done and the thread has ended. Not to be called from the thread itself.
    public func finish() { stop()?.thread.join() }

    @discardableResult
    private func stop(before ring: (Running) -> Void = { _ in }) -> Running? {
        queue.state.withLock { state in
            state.finishing = true
            defer { state.running = nil }
            if let running = state.running {
                ring(running)
                running.bell.ring()
            }
            return state.running
        }
    }
}
