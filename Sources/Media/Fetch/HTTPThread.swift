import CCurl
import CSystem
import Files
import Glibc
import Synchronization
import Time

// The fetch thread: libcurl's multi interface, driven by its sockets (epoll) and its timer. All jobs live here and are
// touched by no other thread; commands come in through a queue and a bell. It starts, and libcurl with it, when something
// is first fetched.

/// A piece of work that goes over several exchanges.
protocol HTTPJob: ExchangeOwner {
    /// Begins, or queues.
    func start()
    /// When it wants to be woken; nil: not.
    var deadline: Instant? { get }
    func wake(now: Instant)
    /// Tells its receiver so, and ends.
    func cancel()
    var isOver: Bool { get }
    var number: UInt64 { get }
}

final class HTTPThread {
    private let multi: UnsafeMutableRawPointer
    private let poll: Int32
    private let bell: Bell
    private let commands: HTTPCommands
    /// Whose turn it is.
    let queue: FetchQueue
    let cache: FetchCache?
    /// What unpacking may take.
    let allowance = UnpackingAllowance()
    private var jobs: [UInt64: any HTTPJob] = [:]
    /// Exchanges on their way, by their easy handle.
    private var exchanges: [UnsafeMutableRawPointer: Exchange] = [:]
    /// When libcurl wants to be called without a socket being ready.
    private var curlTimer: Instant?
    /// No job's deadline is before this.
    private var nextDeadline = Instant.distantFuture

    private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Nil if the system has no descriptor or libcurl no memory.
    init?(_ settings: Fetcher.Settings, _ commands: HTTPCommands, bell: Bell) {
        guard Self.isCurlReady, let multi = curl_multi_init() else { return nil }
        poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        self.multi = multi
        self.bell = bell
        self.commands = commands
        queue = FetchQueue(perHost: settings.perHost, atOnce: settings.atOnce)
        cache = settings.cache.flatMap { FetchCache($0) }
        guard poll >= 0 else {
            curl_multi_cleanup(multi)
            return nil
        }
        talaria_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, 64)
        let context = Unmanaged.passUnretained(self).toOpaque()
        talaria_curl_multi_on_socket(
            multi, { _, socket, what, context, _ in HTTPThread.from(context).watch(socket, what) }, context)
        talaria_curl_multi_on_timer(multi, { _, delay, context in HTTPThread.from(context).setTimer(delay) }, context)
        register(bell.descriptor, EPOLLIN.rawValue, EPOLL_CTL_ADD)
    }

    deinit {
        exchanges.keys.forEach { curl_multi_remove_handle(multi, $0) }
        curl_multi_cleanup(multi)
        close(poll)
    }

    static var now: Instant { Instant(nanoseconds: system_monotonic()) }
    static var wall: WallTime { WallTime(milliseconds: system_wall()) }

    // MARK: The loop

    func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while true {
            let count = epoll_wait(poll, &events, Int32(events.count), patience())
            var running: Int32 = 0
            var isRung = false
            for event in events.prefix(max(0, Int(count))) {
                if event.data.fd == bell.descriptor {
                    isRung = true
                    continue
                }
                var flags: Int32 = 0
                if event.events & EPOLLIN.rawValue != 0 { flags |= CURL_CSELECT_IN }
                if event.events & EPOLLOUT.rawValue != 0 { flags |= CURL_CSELECT_OUT }
                if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { flags |= CURL_CSELECT_ERR }
                curl_multi_socket_action(multi, event.data.fd, flags, &running)
            }
            if let due = curlTimer, due <= Self.now {
                curlTimer = nil
                curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
            }
            collect()
            if isRung {
                bell.wait()
                if !obey() { break }
            }
            wakeDue()
            while let job = queue.next() {
                job.begin()
                settle(job)
            }
        }
        for job in jobs.values { job.cancel() }
        jobs = [:]
    }

    /// Milliseconds until something is due; rounded up, so that it is not asked too early.
    private func patience() -> Int32 {
        let due = min(curlTimer ?? .distantFuture, nextDeadline)
        if due == .distantFuture { return -1 }
        let rest = (due - Self.now).nanoseconds
        return rest <= 0 ? 0 : Int32(clamping: (rest + 999_999) / 1_000_000)
    }

    /// False: the fetcher has ended.
    private func obey() -> Bool {
        for command in commands.take() {
            switch command {
            case .start(let make, _):
                let job = make(self)
                jobs[job.number] = job
                job.start()
                settle(job)
            case .cancel(let number):
                guard let job = jobs[number] else { continue }
                job.cancel()
                settle(job)
            case .end: return false
            }
        }
        return true
    }

    private func settle(_ job: any HTTPJob) {
        if job.isOver {
            jobs[job.number] = nil
        } else if let deadline = job.deadline {
            nextDeadline = min(nextDeadline, deadline)
        }
    }

    /// Deadlines are looked through only when the earliest may have come: most only ever move on.
    private func wakeDue() {
        let now = Self.now
        guard nextDeadline <= now else { return }
        nextDeadline = .distantFuture
        for job in jobs.values {
            if let deadline = job.deadline, deadline <= now { job.wake(now: now) }
            settle(job)
        }
    }

    private func collect() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            var easy: UnsafeMutableRawPointer?
            var code = CURLE_OK
            guard talaria_curl_done(message, &easy, &code) != 0, let easy,
                let exchange = exchanges.removeValue(forKey: easy)
            else { continue }
            curl_multi_remove_handle(multi, easy)
            exchange.finish(code)
            settle(exchange.owner)
        }
    }

    // MARK: For jobs

    /// Sends the request on its way; false if libcurl does not take it.
    func begin(_ exchange: Exchange) -> Bool {
        exchanges[exchange.easy] = exchange
        if curl_multi_add_handle(multi, exchange.easy) == CURLM_OK { return true }
        exchanges[exchange.easy] = nil
        return false
    }

    /// Ends it without a word to its owner. Not to be called from within one of its own callbacks.
    func drop(_ exchange: Exchange) {
        guard exchanges.removeValue(forKey: exchange.easy) != nil else { return }
        curl_multi_remove_handle(multi, exchange.easy)
    }

    /// A job's deadline has become earlier.
    func expect(_ deadline: Instant) { nextDeadline = min(nextDeadline, deadline) }

    // MARK: What libcurl calls

    private static func from(_ context: UnsafeMutableRawPointer?) -> HTTPThread {
        // The context is the value that owns the multi handle, which makes no call once it is cleaned up.
        Unmanaged<HTTPThread>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    private func watch(_ socket: Int32, _ what: Int32) -> Int32 {
        switch what {
        case CURL_POLL_REMOVE: register(socket, 0, EPOLL_CTL_DEL)
        case CURL_POLL_IN: register(socket, EPOLLIN.rawValue, EPOLL_CTL_MOD)
        case CURL_POLL_OUT: register(socket, EPOLLOUT.rawValue, EPOLL_CTL_MOD)
        case CURL_POLL_INOUT: register(socket, EPOLLIN.rawValue | EPOLLOUT.rawValue, EPOLL_CTL_MOD)
        default: break
        }
        return 0
    }

    private func register(_ socket: Int32, _ events: UInt32, _ operation: Int32) {
        var event = epoll_event()
        event.events = events
        event.data.fd = socket
        if epoll_ctl(poll, operation, socket, &event) != 0, operation == EPOLL_CTL_MOD, errno == ENOENT {
            epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event)
        }
    }

    private func setTimer(_ delay: Int) -> Int32 {
        curlTimer = delay < 0 ? nil : Self.now + .milliseconds(Int64(delay))
        return 0
    }
}

extension HTTPThread {
    /// The whole life of the thread.
    static func live(_ settings: Fetcher.Settings, _ commands: HTTPCommands, bell: Bell) {
        if let thread = HTTPThread(settings, commands, bell: bell) { return thread.run() }
        while true {
            bell.wait()
            for command in commands.take() {
                if case .start(_, let refuse) = command {
                    refuse(FetchFault(.internalFault, "libcurl cannot begin: no memory or no descriptor is left"))
                }
                if case .end = command { return }
            }
        }
    }
}

/// What other threads ask of the fetch thread.
final class HTTPCommands: Sendable {
    enum Command: Sendable {
        /// The second closure is called instead where there is no thread.
        case start(@Sendable (HTTPThread) -> any HTTPJob, refuse: @Sendable (FetchFault) -> Void)
        case cancel(UInt64)
        case end
    }

    private let queue = Mutex<[Command]>([])

    func add(_ command: Command) { queue.withLock { $0.append(command) } }

    func take() -> [Command] {
        queue.withLock { queue in
            defer { queue = [] }
            return queue
        }
    }
}
