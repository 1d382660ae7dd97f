import Address
import CCurl
import Files
import Time

extension FetchJob {
    func ended(_ end: ExchangeEnd) {
        guard let address, case .exchanging(let exchange) = phase else { return }
        switch end {
        case .whole: whole(address, source: exchange.connected)
        case .stopped:
            if let fault { return finish(.failure(fault)) }
            // A body that was only to be read away: its status has said all.
            if case .discard = use { return whole(address, source: exchange.connected) }
            again(FetchFault(.cut, "\(address.origin): the rest does not fit what came before"))
        case .refusedAddress(let literal, let range): finish(.failure(refused(literal, range, at: address)))
        case .tooLarge: finish(.failure(tooLarge(address, "more comes")))
        case .tooMuchMemory:
            // Another encoding takes less.
            if mayBeBrotli, RetryPolicy.isRepeatable(method: method) {
                mayBeBrotli = false
                return ask()
            }
            let most = UnpackingAllowance.usual >> 20
            finish(
                .failure(FetchFault(.tooLarge, "\(address.origin): unpacking it takes more than \(most) MiB of memory"))
            )
        case .tooMuchHead:
            finish(.failure(FetchFault(.garbled, "\(address.origin): the head of the answer is too long")))
        case .failed(let code, let detail):
            let fault = FetchFault.from(code, detail: detail, origin: address.origin)
            guard fault.code == .timeout else { return again(fault) }
            guard HTTPThread.now >= ends || exchange.connected != nil else {
                let text = "\(address.origin): no connection in \(Self.words(fetch.limits.connect))"
                return again(FetchFault(.unreachable, text))
            }
            finish(.failure(outOfTime(address)))
        }
    }

    private func whole(_ address: WebAddress, source: IPAddress?) {
        guard let head else { return }
        if Redirect.isOne(head) { return follow(head, from: address) }
        if head.status == 304, let stale { return serve(stale, at: address, asked: head) }
        let isWanted = (200..<300).contains(head.status)
        if !isWanted {
            let fault = FetchFault(.status, "\(address.origin): HTTP \(head.status)", status: head.status)
            let mayRepeat = RetryPolicy.isPassing(status: head.status) && RetryPolicy.isRepeatable(method: method)
            if mayRepeat { return again(fault, asked: RetryAfter.interval(head["retry-after"], now: HTTPThread.wall)) }
            if !fetch.takesAnyStatus { return finish(.failure(fault)) }
        }
        if isWanted, let total = continuation?.total, let file, file.size != total {
            return again(FetchFault(.cut, "\(address.origin): \(file.size) of \(total) bytes came"))
        }
        deliver(head, address, source)
    }

    private func deliver(_ head: ResponseHead, _ address: WebAddress, _ source: IPAddress?) {
        do {
            let file = try target()
            let type = try file.type()
            if isPlain, isProxied || source != nil {
                let source = isProxied ? nil : source
                thread.cache?.keep(file.path, size: file.size, head, address, source: source, now: HTTPThread.wall)
            }
            finish(
                .success(
                    Fetched(
                        path: file.give(), size: file.size, status: head.status, contentType: head.contentType,
                        type: type,
                        filename: head["content-disposition"].flatMap { SuggestedName.from(disposition: $0) }
                            ?? address.filename, isFromCache: false, hops: requests - 1)))
        } catch {
            finish(.failure(FetchFault(.disk, error.description)))
        }
    }

    private func follow(_ head: ResponseHead, from: WebAddress) {
        guard redirects < fetch.limits.redirects else {
            let text = "\(from.origin): more than \(fetch.limits.redirects) redirects"
            return finish(.failure(FetchFault(.tooManyRedirects, text, status: head.status)))
        }
        redirects += 1
        do {
            let next = try Redirect(head, from: from, method: method, headers: headers, body: body)
            (address, method, headers, body) = (next.address, next.method, next.headers, next.body)
            // What is here came from elsewhere: its rest is not asked of another address.
            continuation = nil
            ask()
        } catch {
            finish(.failure(error))
        }
    }

    /// Another attempt, if the fault is one that passes, attempts are left, and time.
    private func again(_ fault: FetchFault, asked: Interval? = nil) {
        let wasNeverSent = fault.code == .unreachable || fault.code == .unknownHost
        guard fault.isPassing, wasNeverSent || RetryPolicy.isRepeatable(method: method) else {
            return finish(.failure(fault))
        }
        var random = SystemRandomNumberGenerator()
        let now = HTTPThread.now
        var last = fault
        switch retry.next(retryAfter: asked, room: ends - now, random: &random) {
        case .again(let delay):
            phase = .resting(until: now + delay)
            return
        case .spent: if requests > 1 { last.text += " (\(requests) requests)" }
        case .tooLate(let asked): last.text += ", and to come again in \(Self.words(asked)), past the time limit"
        }
        if fetch.takesAnyStatus, fault.code == .status, let head, let address { return deliver(head, address, nil) }
        finish(.failure(last))
    }

    // MARK: The cache

    /// A request whose answer depends on nothing but its URL.
    private var isPlain: Bool { method == "GET" && fetch.headers.isEmpty && fetch.body.isEmpty }

    /// True: the fetch has ended with what is kept. Else the plan may ask whether what is kept still holds.
    func serveFromCache(_ address: WebAddress, _ plan: inout ExchangePlan) -> Bool {
        guard isPlain, let entry = thread.cache?.find(address), entry.size <= fetch.limits.size else { return false }
        if let source = IPAddress(entry.source) {
            if case .refused = rules.verdict(on: source, for: address.origin) { return false }
        } else if !isProxied {
            return false
        }
        if entry.freshUntil > HTTPThread.wall.milliseconds {
            serve(entry, at: address, asked: nil)
            return true
        }
        stale = entry
        if !entry.etag.isEmpty { plan.headers.append(HTTPHeader("If-None-Match", entry.etag)) }
        if !entry.modified.isEmpty { plan.headers.append(HTTPHeader("If-Modified-Since", entry.modified)) }
        return false
    }

    private func serve(_ entry: FetchCache.Entry, at address: WebAddress, asked: ResponseHead?) {
        guard let path = thread.cache?.lend(entry, to: settings.folder, now: HTTPThread.wall) else { return ask() }
        if let asked { thread.cache?.refresh(entry, asked, now: HTTPThread.wall) }
        do {
            let contentType = entry.contentType.prefix { $0 != ";" }.trimmed.lowercased()
            let fetched = Fetched(
                path: path, size: entry.size, status: 200, contentType: contentType.isEmpty ? nil : contentType,
                type: try MediaType.sniff(path: path),
                filename: SuggestedName.from(disposition: entry.disposition) ?? address.filename, isFromCache: true,
                hops: max(0, requests - 1))
            finish(.success(fetched))
        } catch {
            try? Folder.remove(path)
            finish(.failure(FetchFault(.disk, error.description)))
        }
    }

    // MARK: Words

    func refused(_ literal: IPAddress, _ range: String, at address: WebAddress) -> FetchFault {
        FetchFault.refused(literal, range: range, for: address.origin, redirected: redirects > 0)
    }

    func outOfTime(_ address: WebAddress) -> FetchFault {
        FetchFault(.timeout, "\(address.origin): not done in \(Self.words(fetch.limits.total))")
    }

    func tooLarge(_ address: WebAddress, _ how: String) -> FetchFault {
        FetchFault(.tooLarge, "\(address.origin): \(how), over the limit of \(fetch.limits.size) bytes")
    }

    /// "30 s", "250 ms".
    static func words(_ time: Interval) -> String {
        let milliseconds = time.milliseconds
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
