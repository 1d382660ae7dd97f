import Address
import CCurl
import Files
import Time

// One fetch, over its redirects and repetitions. Each exchange ends in exactly one of: done, another address, once more
// later, a fault. Only `finish` calls the completion, and only once. What an exchange's end means is in FetchJob+End.swift.

final class FetchJob: HTTPJob {
    enum Phase {
        /// Waiting for its turn.
        case queued
        case exchanging(Exchange)
        /// Until it is tried again.
        case resting(until: Instant)
        case over
    }

    /// What is done with the body that comes.
    enum Use {
        case keep
        /// Read to its end, so that the connection can be used again, as long as it is short.
        case discard(left: Int)
    }

    /// With what a cut body may go on: the validator, and the size of the whole.
    struct Continuation {
        var validator: String
        var total: Int?
    }

    let number: UInt64
    let fetch: Fetch
    let settings: Fetcher.Settings
    unowned let thread: HTTPThread
    private let progress: Fetcher.Progress?
    var completion: ((Result<Fetched, FetchFault>) -> Void)?

    var phase = Phase.queued
    var queuedAt: String?
    var ends = Instant.zero
    var address: WebAddress?
    var method: String
    var headers: [HTTPHeader]
    var body: [UInt8]
    var rules: AddressGuard
    var retry: RetryPolicy
    var redirects = 0
    var requests = 0

    var use = Use.keep
    var head: ResponseHead?
    var file: TemporaryFile?
    var continuation: Continuation?
    /// Brotli may be asked for: it did not take too much memory so far.
    var mayBeBrotli = true
    /// The entry that the server was asked about.
    var stale: FetchCache.Entry?
    private var told = 0
    /// Why the exchange was stopped from here.
    var fault: FetchFault?
    /// The present request goes through a proxy.
    var isProxied = false

    init(
        number: UInt64, _ fetch: Fetch, _ settings: Fetcher.Settings, thread: HTTPThread, progress: Fetcher.Progress?,
        _ completion: @escaping (Result<Fetched, FetchFault>) -> Void
    ) {
        self.number = number
        self.fetch = fetch
        self.settings = settings
        self.thread = thread
        self.progress = progress
        self.completion = completion
        method = fetch.method.uppercased()
        headers = fetch.headers
        body = fetch.body
        rules = fetch.rules
        retry = RetryPolicy(retries: fetch.limits.retries, backoff: fetch.limits.backoff)
    }

    // MARK: Life

    func start() {
        do {
            let address = try WebAddress(fetch.url)
            if let fault = RequestCheck.fault(method: method, headers: headers) { return finish(.failure(fault)) }
            if fetch.isTrusted { rules.chosen = address.origin }
            self.address = address
            thread.queue.enter(self, host: address.origin.host)
        } catch {
            finish(.failure(FetchFault(.badURL, "the URL \(error.text)")))
        }
    }

    /// Its turn has come.
    func begin() {
        queuedAt = address?.origin.host
        ends = HTTPThread.now + fetch.limits.total
        ask()
    }

    var deadline: Instant? {
        if case .resting(let until) = phase { return until }
        return nil
    }

    func wake(now: Instant) {
        if case .resting(let until) = phase, until <= now { ask() }
    }

    var isOver: Bool {
        if case .over = phase { return true }
        return false
    }

    func cancel() {
        if case .exchanging(let exchange) = phase { thread.drop(exchange) }
        finish(.failure(FetchFault(.cancelled, "the fetch was cancelled")))
    }

    func finish(_ result: Result<Fetched, FetchFault>) {
        guard let completion else { return }
        self.completion = nil
        phase = .over
        file = nil
        if let queuedAt { thread.queue.leave(host: queuedAt) }
        completion(result)
    }

    // MARK: One request

    func ask() {
        guard let address else { return }
        let left = ends - HTTPThread.now
        guard left > .zero else { return finish(.failure(outOfTime(address))) }
        head = nil
        fault = nil
        stale = nil
        use = .keep
        var plan = ExchangePlan(
            address: address, method: method, headers: headers, body: body, sizeLimit: fetch.limits.size,
            connect: fetch.limits.connect, total: left, rules: rules, proxy: settings.proxies?.proxy(for: address),
            settings: settings)
        isProxied = plan.proxy != nil
        if isProxied, let literal = IPAddress(address.origin.host),
            case .refused(let range) = rules.verdict(on: literal, for: address.origin)
        {
            return finish(.failure(refused(literal, range, at: address)))
        }
        if let file, file.size > 0, let continuation {
            plan.headers.append(HTTPHeader("Range", "bytes=\(file.size)-"))
            plan.headers.append(HTTPHeader("If-Range", continuation.validator))
        } else {
            plan.encodings = (mayBeBrotli ? "gzip, deflate, br" : "gzip, deflate", thread.allowance)
            guard startAfresh(at: address) else { return }
            if serveFromCache(address, &plan) { return }
        }
        requests += 1
        guard let exchange = Exchange(plan, owner: self), thread.begin(exchange) else {
            return finish(.failure(FetchFault(.internalFault, "\(address.origin): libcurl does not take the request")))
        }
        phase = .exchanging(exchange)
    }

    /// False: it could not, and the fetch has ended.
    @discardableResult
    private func startAfresh(at address: WebAddress) -> Bool {
        continuation = nil
        do {
            try file?.clear()
            return true
        } catch {
            finish(.failure(FetchFault(.disk, error.description)))
            return false
        }
    }

    func took(head: ResponseHead) -> Bool {
        guard let address else { return false }
        self.head = head
        if Redirect.isOne(head) || head.status == 304 && stale != nil {
            use = .discard(left: 16 << 10)
            return true
        }
        if continuation != nil, let file, file.size > 0 {
            if continues(head, file) { return true }
            if RetryPolicy.isPassing(status: head.status) {
                use = .discard(left: 64 << 10)
                return true
            }
            guard startAfresh(at: address), head.status != 206, head.status != 416 else { return false }
        }
        let isWanted = (200..<300).contains(head.status) || fetch.takesAnyStatus
        if head.status == 206, !headers.contains(where: { $0.name.lowercased() == "range" }) {
            fault = FetchFault(.garbled, "\(address.origin): a part came, where the whole was asked for", status: 206)
            return false
        }
        use = isWanted ? .keep : .discard(left: 64 << 10)
        if isWanted, method != "HEAD", let length = head.contentLength, length > fetch.limits.size {
            fault = tooLarge(address, "\(length) bytes are announced")
            return false
        }
        let canContinue = head.status == 200 && method == "GET" && !head.isEncoded
        if canContinue, head["accept-ranges"]?.lowercased() != "none", let validator = head.strongValidator {
            continuation = Continuation(validator: validator, total: head.contentLength)
        }
        return true
    }

    /// Whether the answer is the rest of what is already here (RFC 9110 section 14).
    private func continues(_ head: ResponseHead, _ file: TemporaryFile) -> Bool {
        guard head.status == 206, let continuation, let range = head.contentRange, range.start == file.size,
            !head.isEncoded
        else { return false }
        if let total = range.total, let known = continuation.total, total != known { return false }
        if let tag = head["etag"], continuation.validator.hasPrefix("\""), tag != continuation.validator {
            return false
        }
        return true
    }

    func took(body: UnsafeRawBufferPointer) -> Bool {
        guard let address else { return false }
        if case .discard(let left) = use {
            use = .discard(left: left - body.count)
            return left >= body.count
        }
        guard (file?.size ?? 0) + body.count <= fetch.limits.size else {
            fault = tooLarge(address, head?.isEncoded == true ? "it unpacks to more" : "more comes")
            return false
        }
        do {
            let file = try target()
            try file.write(body)
            tellProgress(file.size)
            return true
        } catch {
            fault = FetchFault(.disk, error.description)
            return false
        }
    }

    func target() throws(FileFault) -> TemporaryFile {
        if let file { return file }
        let made = try TemporaryFile(in: settings.folder)
        file = made
        return made
    }

    private func tellProgress(_ size: Int) {
        guard let progress, size - told >= 1 << 20 else { return }
        told = size
        progress(size, head?.isEncoded == true ? nil : continuation?.total ?? head?.contentLength)
    }
}
