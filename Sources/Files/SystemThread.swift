import CSystem
import Glibc

/// A thread of the system that runs one closure, with every signal blocked: signals are the main thread's.
/// `join` or `detach` is called once.
public struct SystemThread: Sendable {
    private let thread: pthread_t

    private final class Start {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Nil if the system gives no thread.
    public init?(_ body: @escaping @Sendable () -> Void) {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Start(body)).toOpaque()
        let failed = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, context)
        if failed != 0 {
            Unmanaged<Start>.fromOpaque(context).release()
            return nil
        }
        self.thread = thread
    }

    /// Waits until it has ended.
    public func join() { pthread_join(thread, nil) }

    /// Lets it end by itself.
    public func detach() { pthread_detach(thread) }
}
