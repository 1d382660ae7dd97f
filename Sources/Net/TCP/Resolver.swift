import Address
import CSystem
import Synchronization

/// Resolves names by getaddrinfo on a few threads, which exist only while there is something to resolve.
final class Resolver: Sendable {
    typealias Answer = Result<[IPAddress], NetFailure>

    /// The one of this process.
    static let shared = Resolver(threads: 4)

    private struct Job: Sendable {
        var host: String
        var then: @Sendable (Answer) -> Void
    }
    private struct State {
        var jobs: [Job] = []
        var next = 0
        var running = 0

        mutating func take() -> Job? {
            guard next < jobs.count else {
                jobs.removeAll()
                next = 0
                running -= 1
                return nil
            }
            defer { next += 1 }
            return jobs[next]
        }
    }

    private let threads: Int
    private let lookUp: @Sendable (String) -> Answer
    private let state = Mutex(State())

    init(threads: Int, lookUp: @escaping @Sendable (String) -> Answer = Resolver.system) {
        self.threads = threads
        self.lookUp = lookUp
    }

    /// Calls `then` on some other thread with the addresses in the order to try them (RFC 6724).
    func resolve(_ host: String, then: @escaping @Sendable (Answer) -> Void) {
        let starts = state.withLock { state in
            state.jobs.append(Job(host: host, then: then))
            guard state.running < threads else { return false }
            state.running += 1
            return true
        }
        if starts, let error = startThread() {
            let orphans = state.withLock { state -> [Job] in
                state.running -= 1
                guard state.running == 0 else { return [] }
                defer { state = State() }
                return Array(state.jobs[state.next...])
            }
            for job in orphans { job.then(.failure(.system(error, "cannot start a thread to resolve names"))) }
        }
    }

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
        while let job = state.withLock({ $0.take() }) { job.then(lookUp(job.host)) }
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
