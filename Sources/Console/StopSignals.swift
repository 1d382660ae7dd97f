import CSystem
import Drive
import Files
import Glibc
import Net
import Synchronization
import Time

// SIGINT and SIGTERM are heard on a thread of their own, which waits for nothing else: a second one ends the process also
// where the loop, or what comes behind it, waits for a disk that hangs or a pipe that nobody reads.

/// The signals that ask the process to stop. They are heard from here to its end.
final class StopSignals: Sendable {
    /// How often it was asked, and whether there is still somebody who can do something about it.
    struct Requests {
        enum Step: Hashable, Sendable {
            /// What is under way may end.
            case drain
            /// Nothing may: what clears up after itself has the grace for it.
            case stop
            /// The process ends here and now.
            case end
        }

        private var count = 0
        /// The loop runs no more.
        var isOver = false

        /// It is asked once more.
        mutating func next() -> Step {
            count += 1
            if isOver || count > 2 { return .end }
            return count == 1 ? .drain : .stop
        }
    }

    private let requests = Mutex(Requests())

    /// Blocks both signals for this thread and all that it starts, and hears them.
    /// - Parameters:
    ///   - grace: from a second signal to the end of the process, whatever it still waits for then.
    ///   - handle: called on the loop for `drain` and for `stop`.
    init(loop: Loop, grace: Interval, handle: @escaping (Requests.Step, ExitCode) -> Void) throws(ExitFault) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        let here = OnLoop(handle, loop: loop)
        let milliseconds = Int32(clamping: grace.nanoseconds / 1_000_000)
        let hear: @Sendable () -> Void = { [self] in
            listen(on: descriptor, grace: milliseconds) { step, code in here.perform { $0(step, code) } }
        }
        guard descriptor >= 0, let thread = SystemThread(hear) else {
            if descriptor >= 0 { close(descriptor) }
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            throw ExitFault(.fault, "cannot listen for signals")
        }
        thread.detach()
    }

    /// The loop has ended: whatever still takes its time, the next signal ends it.
    func loopEnded() { requests.withLock { $0.isOver = true } }

    private func listen(on descriptor: Int32, grace: Int32, tell: (Requests.Step, ExitCode) -> Void) {
        var patience: Int32 = -1
        var code = ExitCode.terminated
        while true {
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&waited, 1, patience) == 0 { _exit(code.rawValue) }
            var info = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            guard read(descriptor, &info, size) == size else { continue }
            code = info.ssi_signo == UInt32(SIGINT) ? .interrupted : .terminated
            let step = requests.withLock { $0.next() }
            switch step {
            case .drain: tell(step, code)
            case .stop:
                patience = grace
                tell(step, code)
            case .end: _exit(code.rawValue)
            }
        }
    }
}
