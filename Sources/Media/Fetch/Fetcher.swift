import Address
import Files
import Synchronization
import Time

/// Fetches by HTTP and HTTPS: many at once, on one thread of its own, under guards.
///
/// Nothing of libcurl is touched before the first fetch. Every closure is called on the fetch thread and must not wait
/// there; a completion is called exactly once, also after `cancel` and `shutDown`.
public final class Fetcher: Sendable {
    public struct Settings: Sendable {
        /// Where temporary files go; it must exist, and nobody else should read it.
        public var folder: String
        public var userAgent = "talaria/1.0"
        /// Fetches under way at once, to one host and in all; the others wait their turn. Streams do not count.
        public var perHost = 6
        public var atOnce = 32
        /// Nil: no proxy, whatever the environment says.
        public var proxies: Proxies?
        /// A file of certificates in PEM form; nil: the system's.
        public var authorities: String?
        /// Nil: no server is shown any.
        public var certificate: ClientCertificate?
        /// Nil: nothing is kept.
        public var cache: CacheSettings?
        /// Addresses for names, in the form of CURLOPT_RESOLVE: for tests.
        package var resolve: [String] = []

        public init(folder: String) { self.folder = folder }
    }

    /// Shown to one origin, if it asks for it, and to no other.
    public struct ClientCertificate: Sendable, Hashable {
        public var origin: Origin
        /// Files in PEM form; without a key, it is in the certificate's.
        public var certificate: String
        public var key: String?

        public init(origin: Origin, certificate: String, key: String? = nil) {
            self.origin = origin
            self.certificate = certificate
            self.key = key
        }
    }

    public struct CacheSettings: Sendable, Hashable {
        /// It is created where it is missing.
        public var folder: String
        /// Bytes of all bodies together.
        public var size: Int

        public init(folder: String, size: Int = 64 << 20) {
            self.folder = folder
            self.size = size
        }
    }

    /// Names one fetch or stream of one fetcher.
    public struct Number: Hashable, Sendable {
        let raw: UInt64
    }

    /// Bytes so far, and in all where that is known.
    public typealias Progress = @Sendable (_ received: Int, _ total: Int?) -> Void

    private struct Running {
        let thread: SystemThread
        let bell: Bell
        let commands: HTTPCommands
    }

    private struct State {
        var running: Running?
        var isOver = false
    }

    let settings: Settings
    private let state = Mutex(State())
    private let last = Atomic<UInt64>(0)

    public init(_ settings: Settings) { self.settings = settings }

    deinit { shutDown() }

    /// Begins a fetch. `progress` is told about each further MiB.
    @discardableResult
    public func fetch(
        _ fetch: Fetch, progress: Progress? = nil,
        completion: @escaping @Sendable (Result<Fetched, FetchFault>) -> Void
    ) -> Number {
        let number = nextNumber()
        let settings = settings
        let start = HTTPCommands.Command.start(
            { FetchJob(number: number.raw, fetch, settings, thread: $0, progress: progress, completion) },
            refuse: { completion(.failure($0)) })
        if let fault = command(start) { completion(.failure(fault)) }
        return number
    }

    /// Ends a fetch or a stream; its closure hears of `cancelled`, unless it has ended already.
    public func cancel(_ number: Number) { _ = command(.cancel(number.raw)) }

    /// Ends all of them, and the thread. Not to be called on the fetch thread.
    public func shutDown() {
        let running = state.withLock { state in
            state.isOver = true
            defer { state.running = nil }
            return state.running
        }
        guard let running else { return }
        running.commands.add(.end)
        running.bell.ring()
        running.thread.join()
    }

    func nextNumber() -> Number { Number(raw: last.add(1, ordering: .relaxed).newValue) }

    /// Hands a command to the thread, which a start brings to life. A fault: there is none, and there will be none.
    func command(_ command: HTTPCommands.Command) -> FetchFault? {
        state.withLock { state in
            if state.isOver { return FetchFault(.cancelled, "the fetcher has ended") }
            if state.running == nil {
                guard case .start = command else { return nil }
                let commands = HTTPCommands()
                guard let bell = Bell() else { return FetchFault(.internalFault, "no descriptor is left") }
                let thread = SystemThread { [settings] in HTTPThread.live(settings, commands, bell: bell) }
                guard let thread else { return FetchFault(.internalFault, "the system gives no thread") }
                state.running = Running(thread: thread, bell: bell, commands: commands)
            }
            state.running?.commands.add(command)
            state.running?.bell.ring()
            return nil
        }
    }
}
