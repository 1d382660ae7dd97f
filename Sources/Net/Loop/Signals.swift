import CSystem

// Signals as ordinary events: blocked for every thread, and read from a signalfd by one loop.

/// A signal that a program may listen for.
public enum ProcessSignal: Int32, Sendable, CaseIterable {
    case hangup = 1
    case interrupt = 2
    case user1 = 10
    case user2 = 12
    case terminate = 15
    case child = 17
}

/// Delivers signals to a loop as calls. Make it before any other thread starts: threads inherit what is blocked.
public final class Signals: LoopMember {
    private let loop: Loop
    private let handler: (ProcessSignal) -> Void
    private var descriptor: Int32 = -1
    private var seat: Seat?
    private var previous = sigset_t()

    /// Blocks `signals` for this thread and all that it starts, and calls `handler` on the loop for each that comes.
    public init(_ signals: [ProcessSignal], loop: Loop, handler: @escaping (ProcessSignal) -> Void) throws(NetFailure) {
        self.loop = loop
        self.handler = handler
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal.rawValue) }
        pthread_sigmask(SIG_BLOCK, &set, &previous)
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        if descriptor < 0 {
            let error = system_errno()
            pthread_sigmask(SIG_SETMASK, &previous, nil)
            throw .system(error, "cannot listen for signals")
        }
        let seat = loop.join(self)
        self.seat = seat
        try loop.watch(descriptor, for: .read, seat: seat, token: 0)
    }

    /// Ends it: the signals do again what they did before.
    public func end() {
        guard let seat else { return }
        loop.leave(seat)
        self.seat = nil
        _ = CSystem.close(descriptor)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
    }

    public func ready(_ token: UInt64, _ readiness: Readiness) {
        var info = signalfd_siginfo()
        while CSystem.read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size)
            == MemoryLayout<signalfd_siginfo>.size
        {
            if let signal = ProcessSignal(rawValue: Int32(bitPattern: info.ssi_signo)) { handler(signal) }
        }
    }
}
