import Glibc

/// Counts the heap objects that this thread makes, by the hook that the Swift runtime has for tools.
enum Allocations {
    private typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    private nonisolated(unsafe) static var original: Allocate?
    private nonisolated(unsafe) static var thread: pthread_t = 0
    private nonisolated(unsafe) static var counted = 0

    /// How many objects `work` makes; nil where the runtime has no such hook. Only one caller at a time.
    static func count(_ work: () -> Void) -> Int? {
        guard let symbol = dlsym(nil, "_swift_allocObject") else { return nil }
        let hook = symbol.assumingMemoryBound(to: Allocate.self)
        original = hook.pointee
        thread = pthread_self()
        counted = 0
        hook.pointee = { metadata, size, mask in
            if pthread_self() == Allocations.thread { Allocations.counted += 1 }
            return Allocations.original?(metadata, size, mask)
        }
        work()
        hook.pointee = original!
        return counted
    }
}
