import CCurl
import Time

// One chat request over its repetitions. Nothing is repeated once a piece has come: what the user saw stands. Time limits:
// until the first piece, between two pieces, the whole; any byte of the stream counts as a sign of life between pieces.

final class ChatJob: HTTPJob {
    private enum Phase {
        case starting
        case exchanging(Exchange)
        case resting(until: Instant)
        /// The receiver has its end; the rest of the body is read away, so that the connection can be used again.
        case draining(Exchange, until: Instant)
        case over
    }

    let number: UInt64
    private let request: ChatRequest
    private let settings: Fetcher.Settings
    private unowned let thread: HTTPThread
    private let each: (ChatEvent) -> Void

    private var phase = Phase.starting
    private var address: WebAddress?
    private var retry: RetryPolicy
    private var stream: ChatStream?
    private var head: ResponseHead?
    private var firstBy = Instant.zero
    private var wholeBy = Instant.zero
    /// The next piece is due by then.
    private var nextBy = Instant.zero
    private var hasEnded = false

    init(
        number: UInt64, _ request: ChatRequest, _ settings: Fetcher.Settings, thread: HTTPThread,
        _ each: @escaping (ChatEvent) -> Void
    ) {
        self.number = number
        self.request = request
        self.settings = settings
        self.thread = thread
        self.each = each
        retry = RetryPolicy(retries: request.limits.retries, backoff: request.limits.backoff)
    }

    var isOver: Bool {
        if case .over = phase { return true }
        return false
    }

    var deadline: Instant? {
        switch phase {
        case .starting, .over: nil
        case .resting(let until), .draining(_, let until): until
        case .exchanging: min(nextBy, wholeBy)
        }
    }

    func start() {
        do {
            let address = try WebAddress(request.url)
            if let fault = RequestCheck.fault(method: "POST", headers: headers) { return end(.failed(fault)) }
            self.address = address
            let now = HTTPThread.now
            firstBy = now + request.limits.first
            wholeBy = now + request.limits.whole
            ask(address)
        } catch {
            end(.failed(FetchFault(.badURL, "the URL \(error.text)")))
        }
    }

    private var headers: [HTTPHeader] {
        var headers = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "text/event-stream")]
        if let key = request.key { headers.append(HTTPHeader("Authorization", "Bearer \(key)")) }
        return headers + request.headers
    }

    private func ask(_ address: WebAddress) {
        var rules = request.rules
        if request.isTrusted { rules.chosen = address.origin }
        nextBy = firstBy
        stream = nil
        let plan = ExchangePlan(
            address: address, method: "POST", headers: headers, body: request.body,
            sizeLimit: request.limits.size * 64 + (1 << 20), connect: request.limits.connect, total: nil, rules: rules,
            proxy: settings.proxies?.proxy(for: address), settings: settings)
        guard let exchange = Exchange(plan, owner: self), thread.begin(exchange) else {
            return end(.failed(FetchFault(.internalFault, "\(address.origin): libcurl does not take the request")))
        }
        phase = .exchanging(exchange)
    }

    // MARK: What comes

    func took(head: ResponseHead) -> Bool {
        guard let address else { return false }
        self.head = head
        stream = ChatStream(head, origin: address.origin, key: request.key, size: request.limits.size)
        return true
    }

    func took(body: UnsafeRawBufferPointer) -> Bool {
        if hasEnded { return false }
        // What came at once is one piece: a server that is faster than its receiver costs no more than a slow one.
        var text = ""
        func tellText() {
            if !text.isEmpty { each(.piece(text)) }
            text = ""
        }
        stream?.take(Span(_unsafeBytes: body)) { step in
            if case .piece(let piece) = step { return text += piece }
            tellText()
            tell(step)
        }
        tellText()
        if stream?.hasBegun == true, !hasEnded {
            nextBy = HTTPThread.now + request.limits.between
            thread.expect(nextBy)
        }
        return true
    }

    private func tell(_ step: ChatStream.Step) {
        switch step {
        case .piece(let text): each(.piece(text))
        case .finished(let result): settle(.finished(result))
        case .failed(let fault): settle(.failed(fault))
        }
    }

    /// The receiver hears the end at once; the exchange may go on for a moment.
    private func settle(_ event: ChatEvent) {
        guard !hasEnded else { return }
        hasEnded = true
        if case .exchanging(let exchange) = phase {
            let until = HTTPThread.now + .seconds(1)
            phase = .draining(exchange, until: until)
            thread.expect(until)
        }
        each(event)
    }

    func ended(_ end: ExchangeEnd) {
        guard let address else { return }
        if hasEnded {
            phase = .over
            return
        }
        switch end {
        case .whole:
            if let head, RetryPolicy.isPassing(status: head.status) {
                let asked = RetryAfter.interval(head["retry-after"], now: HTTPThread.wall)
                if rest(asked: asked) { return }
            }
            stream?.finish { tell($0) }
            self.end(.failed(FetchFault(.cut, "\(address.origin): the answer ended early")))
        case .stopped: self.end(.failed(FetchFault(.cut, "\(address.origin): the answer ended early")))
        case .refusedAddress(let literal, let range):
            self.end(.failed(.refused(literal, range: range, for: address.origin)))
        case .tooLarge, .tooMuchMemory:
            self.end(.failed(FetchFault(.tooLarge, "\(address.origin): the answer is too long")))
        case .tooMuchHead: self.end(.failed(FetchFault(.garbled, "\(address.origin): the head is too long")))
        case .failed(let code, let detail):
            let fault =
                code == CURLE_OPERATION_TIMEDOUT
                ? FetchFault(
                    .unreachable, "\(address.origin): no connection in \(FetchJob.words(request.limits.connect))")
                : FetchFault.from(code, detail: detail, origin: address.origin)
            let wasNeverSent = fault.code == .unreachable || fault.code == .unknownHost
            if wasNeverSent, rest(asked: nil) { return }
            self.end(.failed(fault))
        }
    }

    /// True: it is tried again, later.
    private func rest(asked: Interval?) -> Bool {
        guard stream?.hasBegun != true else { return false }
        var random = SystemRandomNumberGenerator()
        let now = HTTPThread.now
        let room = min(firstBy, wholeBy) - now
        guard case .again(let delay) = retry.next(retryAfter: asked, room: room, random: &random) else { return false }
        phase = .resting(until: now + delay)
        return true
    }

    func wake(now: Instant) {
        switch phase {
        case .resting: if let address { ask(address) }
        case .draining(let exchange, _):
            thread.drop(exchange)
            phase = .over
        case .exchanging(let exchange):
            thread.drop(exchange)
            end(.failed(outOfTime(now)))
        case .starting, .over: break
        }
    }

    private func outOfTime(_ now: Instant) -> FetchFault {
        let origin = address.map { "\($0.origin): " } ?? ""
        let limits = request.limits
        if now >= wholeBy { return FetchFault(.timeout, "\(origin)not done in \(FetchJob.words(limits.whole))") }
        if stream?.hasBegun == true {
            return FetchFault(.timeout, "\(origin)nothing more for \(FetchJob.words(limits.between))")
        }
        return FetchFault(.timeout, "\(origin)no answer in \(FetchJob.words(limits.first))")
    }

    func cancel() {
        switch phase {
        case .exchanging(let exchange), .draining(let exchange, _): thread.drop(exchange)
        case .starting, .resting, .over: break
        }
        end(.failed(FetchFault(.cancelled, "the request was cancelled")))
    }

    private func end(_ event: ChatEvent) {
        phase = .over
        guard !hasEnded else { return }
        hasEnded = true
        each(event)
    }
}

extension Fetcher {
    /// Asks a chat endpoint. Streams are not held back by the limits of fetches under way at once.
    @discardableResult
    public func chat(_ request: ChatRequest, each: @escaping @Sendable (ChatEvent) -> Void) -> Number {
        let number = nextNumber()
        let settings = settings
        let start = HTTPCommands.Command.start(
            { ChatJob(number: number.raw, request, settings, thread: $0, each) }, refuse: { each(.failed($0)) })
        if let fault = command(start) { each(.failed(fault)) }
        return number
    }
}
