import Address
import CSystem
import Synchronization
import Time

// Names are looked up by getaddrinfo, which takes half a minute for a name that no server answers for. Such names hold up
// no others: each look-up has a thread of its own, up to a bound; nobody looks a name up that is being looked up; and
// names that took long the last time never get the last of the threads.

/// Resolves names on threads that exist only while there is something to resolve.
final class Resolver: Sendable {
    typealias Answer = Result<[IPAddress], NetFailure>
    typealias Asker = @Sendable (Answer) -> Void

    /// The one of this process.
    static let shared = Resolver(threads: 64, spare: 16)

    /// A look-up that takes longer is slow.
    static let slow = Interval.seconds(1)
    private static let mostSlowNames = 1000

    /// One look-up.
    private struct Job {
        var host: String
        var isSlow: Bool
    }

    private struct State {
        /// Who waits for each name, be it in a line or under way.
        var askers: [String: [Asker]] = [:]
        var quick = Line<String>()
        var slow = Line<String>()
        /// Threads, and those of them that look up a name that was slow.
        var running = 0
        var runningSlow = 0
        var slowNames: Set<String> = []

        /// What a thread does next; nil: it ends.
        mutating func take(mostSlow: Int) -> Job? {
            if let host = quick.popFirst() { return Job(host: host, isSlow: false) }
            if runningSlow < mostSlow, let host = slow.popFirst() {
                runningSlow += 1
                return Job(host: host, isSlow: true)
            }
            running -= 1
            return nil
        }

        mutating func finish(_ job: Job, tookLong: Bool) -> [Asker] {
            if job.isSlow { runningSlow -= 1 }
            if !tookLong {
                slowNames.remove(job.host)
            } else {
                if slowNames.count >= Resolver.mostSlowNames { slowNames.removeAll() }
                slowNames.insert(job.host)
            }
            return askers.removeValue(forKey: job.host) ?? []
        }
    }

    private let threads: Int
    private let mostSlow: Int
    private let clock: @Sendable () -> Instant
    private let lookUp: @Sendable (String) -> Answer
    private let state = Mutex(State())

    /// - Parameters:
    ///   - threads: look-ups at once.
    ///   - spare: how many of them are not for names that were slow.
    init(
        threads: Int, spare: Int, clock: @escaping @Sendable () -> Instant = Loop.clock,
        lookUp: @escaping @Sendable (String) -> Answer = Resolver.system
    ) {
        self.threads = threads
        mostSlow = threads - spare
        self.clock = clock
        self.lookUp = lookUp
    }

    /// Calls `then` on some other thread with the addresses in the order to try them (RFC 6724).
    func resolve(_ host: String, then: @escaping Asker) {
        let starts = state.withLock { state in
            state.askers[host, default: []].append(then)
            guard state.askers[host]?.count == 1 else { return false }
            if state.slowNames.contains(host) { state.slow.append(host) } else { state.quick.append(host) }
            guard state.running < threads else { return false }
            state.running += 1
            return true
        }
        if starts, let error = startThread() {
            let orphans = state.withLock { state -> [Asker] in
                state.running -= 1
                guard state.running == 0 else { return [] }
                defer { state = State() }
                return state.askers.values.flatMap { $0 }
            }
            for asker in orphans { asker(.failure(.system(error, "cannot start a thread to resolve names"))) }
        }
    }

    /// How many names are being looked up while this one still waits for a thread; nil: it does not wait.
    func busy(before host: String) -> Int? {
        state.withLock { state in
            let waits = state.quick.waiting.contains(host) || state.slow.waiting.contains(host)
            return waits ? state.askers.count - state.quick.count - state.slow.count : nil
        }
    }

    /// Its last look-up took long.
    func isSlow(_ host: String) -> Bool { state.withLock { $0.slowNames.contains(host) } }

    /// nil, or an errno value.
    private func startThread() -> Int32? {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 512 << 10)
        let context = Unmanaged.passRetained(self).toOpaque()
        let error = pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                Unmanaged<Resolver>.fromOpaque(context).takeRetainedValue().work()
                return nil
            }, context)
        if error == 0 { return nil }
        Unmanaged<Resolver>.fromOpaque(context).release()
        return error
    }

    private func work() {
        while let job = state.withLock({ $0.take(mostSlow: mostSlow) }) {
            let began = clock()
            let answer = lookUp(job.host)
            let tookLong = clock() - began > Resolver.slow
            for asker in state.withLock({ $0.finish(job, tookLong: tookLong) }) { asker(answer) }
        }
    }

    static func system(_ host: String) -> Answer {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0 else {
            let reason = code == EAI_SYSTEM ? errorText(system_errno()) : String(cString: gai_strerror(code))
            return .failure(NetFailure(.name, "cannot find the address of \(host): \(reason)"))
        }
        var addresses: [IPAddress] = []
        var entry = list
        while let current = entry {
            if let raw = current.pointee.ai_addr, let address = SocketAddress(UnsafePointer(raw)),
                !addresses.contains(address.ip)
            {
                addresses.append(address.ip)
            }
            entry = current.pointee.ai_next
        }
        if addresses.isEmpty { return .failure(NetFailure(.name, "\(host) has no IPv4 or IPv6 address")) }
        return .success(addresses)
    }
}
