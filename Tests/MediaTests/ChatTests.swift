import Scaffold
import Synchronization
import Testing
import Time

@testable import Media

@Suite("A chat request")
struct ChatTests {
    private let bench = FetchBench()

    private static let head = "HTTP/1.1 200 x\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func chunk(_ text: String) -> String { String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n" }

    private static func event(_ text: String) -> String {
        chunk("data: {\"choices\":[{\"delta\":{\"content\":\"\(text)\"}}]}\n\n")
    }

    private static let done = chunk("data: [DONE]\n\n") + "0\r\n\r\n"

    private func ask(_ url: String, _ change: (inout ChatRequest) -> Void = { _ in }) async -> [ChatEvent] {
        var request = ChatRequest(url: url, model: "m", turns: [.init(role: "user", text: "Hi")], key: "sk-secret-key")
        request.limits.backoff = .milliseconds(1)
        change(&request)
        let events = Seen<ChatEvent>()
        await withCheckedContinuation { done in
            bench.fetcher.chat(request) { event in
                events.add(event)
                if case .piece = event { return }
                done.resume()
            }
        }
        return events.all
    }

    @Test("streams the answer")
    func streams() async {
        let server = HostileServer { request, connection in
            connection.send(Self.head + Self.event("Hel") + Self.event("lo") + Self.done)
        }
        let events = await ask(server.url("/v1/chat/completions"))
        // What comes at once is one piece.
        #expect(events.dropLast().allSatisfy { if case .piece = $0 { true } else { false } })
        #expect(events.dropLast().map { if case .piece(let text) = $0 { text } else { "" } }.joined() == "Hello")
        #expect(events.last == .finished(ChatEnd(pieces: 2)))
        let request = server.requests.first
        #expect(request?.method == "POST")
        #expect(request?.headers["authorization"] == "Bearer sk-secret-key")
        #expect(request?.headers["content-type"] == "application/json")
        #expect(request?.headers["accept"] == "text/event-stream")
        #expect(request?.body == #"{"model":"m","messages":[{"role":"user","content":"Hi"}],"stream":true}"#)
    }

    @Test("streams many answers at once, each with its own text")
    func many() async {
        let server = HostileServer { request, connection in
            let words = (0..<20).map { Self.event("\(request.path)-\($0) ") }.joined()
            return connection.send(Self.head + words + Self.done)
        }
        let bench = bench
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let request = ChatRequest(url: server.url("/\(number)"), model: "m", turns: [])
                    let text = Mutex("")
                    return await withCheckedContinuation { done in
                        bench.fetcher.chat(request) { event in
                            switch event {
                            case .piece(let piece): text.withLock { $0 += piece }
                            case .finished:
                                done.resume(
                                    returning: text.withLock { $0 } == (0..<20).map { "/\(number)-\($0) " }.joined())
                            case .failed: done.resume(returning: false)
                            }
                        }
                    }
                }
            }
            for await isWell in group { #expect(isWell) }
        }
    }

    @Test("uses a connection again once an answer has ended")
    func reuses() async {
        let connections = Seen<Int>()
        let server = HostileServer { request, connection in
            connections.add(connection.number)
            return connection.send(Self.head + Self.event("a") + Self.done)
        }
        for _ in 0..<3 { #expect(await ask(server.url("/")).count == 2) }
        #expect(Set(connections.all).count <= 2)
    }

    @Test("is asked again when the server is busy, before anything came")
    func busy() async {
        let server = HostileServer { request, connection in
            if request.number < 2 {
                return connection.answer(request.number == 0 ? 429 : 503, ["Retry-After: 0"], text: "{}")
            }
            return connection.send(Self.head + Self.event("a") + Self.done)
        }
        #expect(await ask(server.url("/")) == [.piece("a"), .finished(ChatEnd(pieces: 1))])
        #expect(server.requests.count == 3)
    }

    @Test("says the status and the reason when it stays busy, and never the key")
    func refused() async {
        let server = HostileServer { request, connection in
            connection.answer(
                request.path == "/busy" ? 429 : 401, ["Content-Type: application/json"],
                text: #"{"error":{"message":"no: sk-secret-key"}}"#)
        }
        let place = "127.0.0.1:\(server.port): "
        #expect(
            await ask(server.url("/busy")) == [.failed(FetchFault(.status, place + "HTTP 429: no: •••", status: 429))])
        #expect(await ask(server.url("/")) == [.failed(FetchFault(.status, place + "HTTP 401: no: •••", status: 401))])
        #expect(server.requests.count == 4)
    }

    @Test("is not asked again once a piece has come")
    func cut() async {
        let server = HostileServer { request, connection in
            connection.send(Self.head + Self.event("a"))
            return false
        }
        let events = await ask(server.url("/"))
        let fault = FetchFault(.cut, "127.0.0.1:\(server.port): the connection ended before the body did")
        #expect(events == [.piece("a"), .failed(fault)])
        #expect(server.requests.count == 1)
    }

    @Test("has a time limit to the first piece, between two, and for the whole")
    func limits() async {
        let server = HostileServer { request, connection in
            connection.send(Self.head)
            if request.path == "/between" { connection.send(Self.event("a")) }
            while request.path == "/whole", connection.send(Self.event("a")), !connection.isPeerGone(within: 5) {}
            connection.waitForPeer()
            return false
        }
        let place = "127.0.0.1:\(server.port): "
        let first = await ask(server.url("/first")) { $0.limits.first = .milliseconds(100) }
        #expect(first == [.failed(FetchFault(.timeout, place + "no answer in 100 ms"))])
        let between = await ask(server.url("/between")) { $0.limits.between = .milliseconds(100) }
        #expect(between == [.piece("a"), .failed(FetchFault(.timeout, place + "nothing more for 100 ms"))])
        let whole = await ask(server.url("/whole")) { $0.limits.whole = .milliseconds(200) }
        #expect(whole.last == .failed(FetchFault(.timeout, place + "not done in 200 ms")))
    }

    @Test("is not sent to an address that is not allowed, nor led elsewhere")
    func guarded() async {
        let server = HostileServer { $1.answer(307, ["Location: /other"], text: $0.path) }
        let url = server.url("/")
        let refused = await ask(url) { $0.isTrusted = false }
        let text = "127.0.0.1:\(server.port) loopback: not connected to (`fetch.allow` can allow it)"
        #expect(refused == [.failed(FetchFault(.refusedAddress, text))])
        #expect(await ask(url) == [.failed(FetchFault(.status, "127.0.0.1:\(server.port): HTTP 307", status: 307))])
        #expect(
            await ask("file:///etc/passwd") == [
                .failed(FetchFault(.badURL, "the URL is of file:, only http: and https: are fetched"))
            ])
        #expect(server.requests.count == 1)
    }

    @Test("can be cancelled, and then hears so, once")
    func cancelled() async {
        let server = HostileServer { request, connection in
            connection.send(Self.head + Self.event("a"))
            connection.waitForPeer()
            return false
        }
        let bench = bench
        let events = Seen<ChatEvent>()
        let numbers = Mutex<Fetcher.Number?>(nil)
        let request = ChatRequest(url: server.url("/"), model: "m", turns: [])
        await withCheckedContinuation { done in
            // The lock holds the first piece back until the number is known.
            numbers.withLock { number in
                number = bench.fetcher.chat(request) { event in
                    events.add(event)
                    guard case .piece = event else { return done.resume() }
                    if let number = numbers.withLock({ $0 }) { bench.fetcher.cancel(number) }
                }
            }
        }
        #expect(events.all == [.piece("a"), .failed(FetchFault(.cancelled, "the request was cancelled"))])
    }

    @Test("reads a stream that ends at once, and one that goes on after its end")
    func afterEnd() async {
        let server = HostileServer { request, connection in
            connection.send(Self.head + Self.event("a") + Self.chunk("data: [DONE]\n\n"))
            while connection.send(Self.event("more")), !connection.isPeerGone(within: 1) {}
            return false
        }
        #expect(await ask(server.url("/")) == [.piece("a"), .finished(ChatEnd(pieces: 1))])
    }
}
