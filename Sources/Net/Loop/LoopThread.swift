import CSystem

/// A thread that runs a loop of its own.
public final class LoopThread: @unchecked Sendable {
    // Safe: `thread` is written once, before any other thread can see this object.
    /// The door to its loop.
    public let mailbox: Mailbox
    private var thread = pthread_t()

    private final class Start {
        let loop: Loop
        let body: @Sendable (Loop) -> Void
        init(_ loop: Loop, _ body: @escaping @Sendable (Loop) -> Void) {
            self.loop = loop
            self.body = body
        }
    }

    /// Starts the thread. `body` sets the loop up, on the new thread; then the loop runs until it is stopped.
    public init(_ body: @escaping @Sendable (Loop) -> Void) throws(NetFailure) {
        let loop = try Loop()
        mailbox = loop.mailbox
        let start = Unmanaged.passRetained(Start(loop, body))
        let error = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
                start.loop.mailbox.claim()
                start.body(start.loop)
                start.loop.run()
                return nil
            }, start.toOpaque())
        if error != 0 {
            start.release()
            throw .system(error, "cannot start a thread")
        }
    }

    /// Stops the loop and waits for the thread to end. Call it once, from another thread.
    public func join() {
        mailbox.post { $0.stop() }
        pthread_join(thread, nil)
    }
}
