import Address
import Files
import Scaffold
import Testing
import Time

@testable import Media

@Suite("A fetch from a hostile server")
struct HostileFetchTests {
    private let bench = FetchBench()

    private func refused(_ url: String, settings: (inout Fetcher.Settings) -> Void = { _ in }) async -> FetchFault? {
        var fetch = Fetch(url: url)
        fetch.limits.retries = 0
        guard case .failure(let fault) = await FetchBench(settings).run(fetch) else { return nil }
        return fault
    }

    // MARK: Where it is

    @Test(
        "is refused by the address, however the URL writes it",
        arguments: [
            ("127.0.0.1", "127.0.0.1:PORT loopback"), ("localhost", "localhost:PORT is at 127.0.0.1, loopback"),
            ("2130706433", "127.0.0.1:PORT loopback"), ("0x7f.1", "127.0.0.1:PORT loopback"),
            ("127.1", "127.0.0.1:PORT loopback"),
            ("0177.0.0.1", "127.0.0.1:PORT loopback"), ("0", "0.0.0.0:PORT this network"),
            ("[::ffff:127.0.0.1]", "[::ffff:127.0.0.1]:PORT IPv4-mapped, loopback"),
            ("[::ffff:7f00:1]", "[::ffff:127.0.0.1]:PORT IPv4-mapped, loopback"), ("[::]", "[::]:PORT unspecified"),
            ("[::1]", "[::1]:PORT loopback"), ("169.254.169.254", "169.254.169.254:PORT link-local"),
            ("[64:ff9b::7f00:1]", "[64:ff9b::7f00:1]:PORT NAT64, loopback"), ("10.0.0.1", "10.0.0.1:PORT private use"),
            ("[fd00:ec2::254]", "[fd00:ec2::254]:PORT unique local"),
        ])
    func addresses(host: String, place: String) async {
        let server = HostileServer { $1.answer(200, text: $0.path) }
        let fault = await refused("http://\(host):\(server.port)/secret")
        let text = place.replacing("PORT", with: "\(server.port)") + ": not connected to (`fetch.allow` can allow it)"
        if host == "localhost" {
            // It may have ::1 as well, which is asked first.
            #expect(fault?.code == .refusedAddress)
        } else {
            #expect(fault == FetchFault(.refusedAddress, text))
        }
        #expect(server.requests.isEmpty)
    }

    @Test("is refused when a public name has a private address (DNS rebinding)")
    func rebinding() async {
        let server = HostileServer { $1.answer(200, text: $0.path) }
        let port = server.port
        let fault = await refused("http://media.example:\(port)/") { $0.resolve = ["media.example:\(port):127.0.0.1"] }
        let text = "media.example:\(port) is at 127.0.0.1, loopback: not connected to (`fetch.allow` can allow it)"
        #expect(fault == FetchFault(.refusedAddress, text))
        #expect(server.requests.isEmpty)
    }

    @Test("is refused also where a connection, made for another fetch that was allowed, still stands")
    func reused() async {
        let server = HostileServer { $1.answer(200, text: $0.path) }
        let port = server.port
        let bench = FetchBench { $0.resolve = ["media.example:\(port):127.0.0.1"] }
        #expect(await bench.text("http://media.example:\(port)/1") == "/1")
        #expect(await bench.text("http://media.example:\(port)/2") == "/2")
        let fault = await bench.fault("http://media.example:\(port)/3") {
            $0.isTrusted = false
            $0.limits.retries = 0
        }
        #expect(fault?.code == .refusedAddress)
        #expect(server.requests.map(\.path) == ["/1", "/2"])
    }

    @Test("is allowed where the rule file allows the host, the network or the server")
    func allowed() async {
        let server = HostileServer { $1.answer(200, text: $0.path) }
        let own = Origin(host: "127.0.0.1", port: server.port)
        for entry in ["127.0.0.1", "127.0.0.1:\(server.port)", "127.0.0.0/8", "server"] {
            let text = await bench.text(server.url("/x")) {
                $0.isTrusted = false
                $0.rules = AddressGuard(allow: [Allowance(entry)].compactMap { $0 }, server: own, fromServer: true)
            }
            #expect(text == "/x", "\(entry)")
        }
    }

    // MARK: Redirects

    @Test("follows redirects, relative ones too, and says how many")
    func follows() async throws {
        let server = HostileServer { request, connection in
            switch request.path {
            case "/1": connection.answer(302, ["Location: /2?x=1"], text: "moved")
            case "/2?x=1": connection.answer(307, ["Location: sub/3"])
            default: connection.answer(200, ["Set-Cookie: a=b"], text: request.headers["cookie"] ?? "no cookie")
            }
        }
        let fetched = try await bench.get(server.url("/1")).get()
        #expect(fetched.hops == 2)
        #expect(fetched.filename == "3")
        #expect(bench.text(of: fetched) == "no cookie")
        #expect(server.requests.map(\.path) == ["/1", "/2?x=1", "/sub/3"])
    }

    @Test("is refused when it redirects to loopback, which the first URL alone was trusted with")
    func redirectToLoopback() async {
        let inner = HostileServer { $1.answer(200, text: $0.path) }
        let target = inner.url("/admin")
        let server = HostileServer { $1.answer($0.path == "/" ? 302 : 200, ["Location: \(target)"]) }
        let text = "after a redirect, 127.0.0.1:\(inner.port) loopback: not connected to (`fetch.allow` can allow it)"
        #expect(await bench.fault(server.url("/")) == FetchFault(.refusedAddress, text))
        #expect(inner.requests.isEmpty)
    }

    @Test(
        "is refused when it redirects to another scheme or with credentials",
        arguments: [
            ("file:///etc/passwd", "is of file:, only http: and https: are fetched"),
            ("ftp://x/y", "is of ftp:, only http: and https: are fetched"),
            ("dict://127.0.0.1:11211/stats", "is of dict:, only http: and https: are fetched"),
            ("data:text/plain,x", "is not a URL"),
            ("http://user:pass@127.0.0.1/", "holds a user name; credentials belong in a header"),
            ("http://", "is not a URL"),
        ])
    func badRedirect(location: String, what: String) async {
        let server = HostileServer { $1.answer($0.path == "/" ? 301 : 200, ["Location: \(location)"]) }
        let fault = await bench.fault(server.url("/"))
        #expect(fault == FetchFault(.badRedirect, "127.0.0.1:\(server.port): redirects to what \(what)", status: 301))
    }

    @Test("ends a ring of redirects at the limit")
    func ring() async {
        let server = HostileServer { $1.answer(302, ["Location: \($0.path == "/a" ? "/b" : "/a")"]) }
        let fault = await bench.fault(server.url("/a")) { $0.limits.redirects = 4 }
        #expect(fault == FetchFault(.tooManyRedirects, "127.0.0.1:\(server.port): more than 4 redirects", status: 302))
        #expect(server.requests.count == 5)
    }

    @Test("leaves headers behind at another origin, and a body too")
    func credentials() async {
        let other = HostileServer { $1.answer(200, text: $0.path) }
        let target = other.url("/end")
        let server = HostileServer { request, connection in
            connection.answer(Int(request.path.dropFirst()) ?? 302, ["Location: \(target)", "Set-Cookie: session=1"])
        }
        let allow: (inout Fetch) -> Void = {
            $0.rules.allow = [Allowance("127.0.0.0/8")].compactMap { $0 }
            $0.headers = [
                HTTPHeader("Authorization", "Bearer k"), HTTPHeader("X-Api-Key", "k"), HTTPHeader("Accept", "image/*"),
            ]
        }
        #expect(await bench.text(server.url("/302"), allow) == "/end")
        #expect(server.requests.first?.headers["authorization"] == "Bearer k")
        let arrived = other.requests.first?.headers
        #expect(arrived?["accept"] == "image/*")
        #expect(arrived?["authorization"] == nil)
        #expect(arrived?["x-api-key"] == nil)
        #expect(arrived?["cookie"] == nil)
        let fault = await bench.fault(server.url("/307")) {
            allow(&$0)
            $0.method = "POST"
            $0.body = [1]
        }
        let text = "127.0.0.1:\(server.port): redirects a POST to 127.0.0.1:\(other.port), another origin"
        #expect(fault == FetchFault(.badRedirect, text, status: 307))
    }

    @Test(
        "turns a POST into a GET where RFC 9110 says so, and only there",
        arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func methods(status: Int, method: String) async {
        let server = HostileServer { request, connection in
            request.path == "/"
                ? connection.answer(status, ["Location: /end"])
                : connection.answer(200, text: "\(request.method)\(request.body)")
        }
        let text = await bench.text(server.url("/")) {
            $0.method = "POST"
            $0.body = Array("!".utf8)
        }
        #expect(text == method + (method == "POST" ? "!" : ""))
    }

    // MARK: How much

    @Test("is ended by the announced length, before anything is read")
    func announced() async {
        let server = HostileServer { request, connection in
            connection.send("HTTP/1.1 200 x\r\nContent-Length: 99999999999\r\n\r\nx")
            return request.path.isEmpty
        }
        let fault = await bench.fault(server.url("/")) { $0.limits.size = 1000 }
        let text = "127.0.0.1:\(server.port): 99999999999 bytes are announced, over the limit of 1000 bytes"
        #expect(fault == FetchFault(.tooLarge, text))
    }

    @Test("is ended by a length that is greater than any number")
    func announcedBeyond() async {
        let server = HostileServer { request, connection in
            connection.send("HTTP/1.1 200 x\r\nContent-Length: 1\(String(repeating: "0", count: 30))\r\n\r\nx")
            return request.path.isEmpty
        }
        #expect(await bench.fault(server.url("/"))?.code == .tooLarge)
    }

    @Test("is ended at the limit when the body has no end", arguments: [true, false])
    func endless(chunked: Bool) async {
        let server = HostileServer { request, connection in
            connection.send(
                "HTTP/1.1 200 x\r\n" + (chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "Connection: close\r\n\r\n"))
            let block = (chunked ? "1000\r\n" : "") + String(repeating: "x", count: 4096) + (chunked ? "\r\n" : "")
            while connection.send(block) {}
            return request.path.isEmpty
        }
        let fault = await bench.fault(server.url("/")) { $0.limits.size = 100_000 }
        #expect(fault == FetchFault(.tooLarge, "127.0.0.1:\(server.port): more comes, over the limit of 100000 bytes"))
        #expect(bench.scratch.names() == [])
    }

    @Test("is ended at the limit of what unpacks from little", arguments: ["gzip", "br"])
    func bomb(encoding: String) async {
        let bomb = encoding == "br" ? Bodies.bombBrotli : Bodies.gzip([UInt8](repeating: 0, count: 1 << 20), times: 64)
        #expect(bomb.count < 70_000)
        let server = HostileServer {
            $1.answer($0.path == "/" ? 200 : 500, ["Content-Encoding: \(encoding)"], body: bomb)
        }
        let fault = await bench.fault(server.url("/")) { $0.limits.size = 1_000_000 }
        #expect(
            fault
                == FetchFault(
                    .tooLarge, "127.0.0.1:\(server.port): it unpacks to more, over the limit of 1000000 bytes")
        )
    }

    @Test("asks once more without brotli when that takes too much memory, and then is ended")
    func wide() async {
        let text = "here it is, plain"
        let server = HostileServer { request, connection in
            let asksForBrotli = request.headers["accept-encoding"]?.contains("br") == true
            if request.path == "/fair", !asksForBrotli { return connection.answer(200, text: text) }
            return connection.answer(200, ["Content-Encoding: br"], body: Bodies.wideBrotli)
        }
        #expect(await bench.text(server.url("/fair")) == text)
        let fault = await bench.fault(server.url("/stubborn"))
        #expect(
            fault
                == FetchFault(
                    .tooLarge, "127.0.0.1:\(server.port): unpacking it takes more than 6 MiB of memory"))
        #expect(server.requests.map(\.path) == ["/fair", "/fair", "/stubborn", "/stubborn"])
        #expect(bench.scratch.names() == [])
    }

    @Test("takes no more than the length said, when more is sent")
    func moreThanSaid() async {
        let server = HostileServer { request, connection in
            connection.send("HTTP/1.1 200 x\r\nContent-Length: 4\r\n\r\nwhole and more")
            return request.path.isEmpty
        }
        #expect(await bench.text(server.url("/")) == "whol")
    }

    @Test("is cut when less is sent than the length said")
    func lessThanSaid() async {
        let server = HostileServer { request, connection in
            connection.send("HTTP/1.1 200 x\r\nContent-Length: 400\r\n\r\nsome")
            return request.path.isEmpty
        }
        let fault = await bench.fault(server.url("/")) { $0.limits.retries = 2 }
        let text = "127.0.0.1:\(server.port): the connection ended before the body did (3 requests)"
        #expect(fault == FetchFault(.cut, text))
        #expect(server.requests.allSatisfy { $0.headers["range"] == nil })
    }

    @Test("is ended when the head has no end")
    func endlessHead() async {
        let server = HostileServer { request, connection in
            connection.send("HTTP/1.1 200 x\r\n")
            while connection.send("X-More: " + String(repeating: "x", count: 1000) + "\r\n") {}
            return request.path.isEmpty
        }
        let fault = await bench.fault(server.url("/")) { $0.limits.retries = 0 }
        #expect(fault?.code == .garbled || fault?.code == .cut)
    }

    @Test("is ended when a line of the head has no end")
    func endlessLine() async {
        let server = HostileServer { request, connection in
            connection.send("HTTP/1.1 200 x\r\nX-More: ")
            while connection.send(String(repeating: "x", count: 10_000)) {}
            return request.path.isEmpty
        }
        let fault = await bench.fault(server.url("/")) { $0.limits.retries = 0 }
        let text = "127.0.0.1:\(server.port): the head of the answer is too long"
        #expect(fault == FetchFault(.garbled, text) || fault?.code == .cut)
    }

    @Test(
        "of what is not HTTP, or not what it says, is a fault",
        arguments: [
            ("hello there, this is not HTTP\r\n\r\n", FetchFault.Code.garbled), ("", .cut),
            ("HTTP/1.1 200 x\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope", .garbled),
            ("HTTP/1.1 200 x\r\nContent-Encoding: br\r\nContent-Length: 4\r\n\r\nnope", .garbled),
            ("HTTP/1.1 200 x\r\nContent-Encoding: rot13\r\nContent-Length: 4\r\n\r\nabcd", .garbled),
            ("HTTP/1.1 200 x\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\u{1F}\u{08}", .garbled),
            ("HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .cut),
            ("HTTP/1.1 206 x\r\nContent-Range: bytes 5-8/9\r\nContent-Length: 4\r\n\r\nabcd", .garbled),
        ])
    func garbled(answer: String, code: FetchFault.Code) async {
        let server = HostileServer { request, connection in
            connection.send(answer)
            return request.path.isEmpty
        }
        #expect(await bench.fault(server.url("/")) { $0.limits.retries = 0 }?.code == code)
    }

    // MARK: How long

    @Test("is ended by the time limit when nothing more comes")
    func silent() async {
        let server = HostileServer { request, connection in
            connection.send("HTTP/1.1 200 x\r\nContent-Length: 9\r\n\r\nsome")
            connection.waitForPeer()
            return request.path.isEmpty
        }
        let fault = await bench.fault(server.url("/")) { $0.limits.total = .milliseconds(200) }
        #expect(fault == FetchFault(.timeout, "127.0.0.1:\(server.port): not done in 200 ms"))
    }

    @Test("is ended by the time limit when bytes come drop by drop")
    func drip() async {
        let server = HostileServer { request, connection in
            connection.send("HTTP/1.1 200 x\r\nConnection: close\r\n\r\n")
            while connection.send("x"), !connection.isPeerGone(within: 5) {}
            return request.path.isEmpty
        }
        let fault = await bench.fault(server.url("/")) { $0.limits.total = .milliseconds(200) }
        #expect(fault == FetchFault(.timeout, "127.0.0.1:\(server.port): not done in 200 ms"))
    }

    @Test("is ended by the time limit in the middle of redirects")
    func slowRing() async {
        let server = HostileServer { request, connection in
            _ = connection.isPeerGone(within: 20)
            return connection.answer(302, ["Location: /\(request.number)"])
        }
        let fault = await bench.fault(server.url("/")) {
            $0.limits.total = .milliseconds(100)
            $0.limits.redirects = 1_000_000
        }
        #expect(fault?.code == .timeout)
    }

    @Test("can be cancelled, and then hears so, once")
    func cancelled() async {
        let bench = bench
        let server = HostileServer { request, connection in
            connection.send("HTTP/1.1 200 x\r\nContent-Length: 9\r\n\r\nsome")
            connection.waitForPeer()
            return request.path.isEmpty
        }
        let fault: FetchFault? = await withCheckedContinuation { done in
            let number = bench.fetcher.fetch(Fetch(url: server.url("/"), trusted: true)) { result in
                if case .failure(let fault) = result {
                    done.resume(returning: fault)
                } else {
                    done.resume(returning: nil)
                }
            }
            bench.fetcher.cancel(number)
        }
        #expect(fault == FetchFault(.cancelled, "the fetch was cancelled"))
        #expect(bench.scratch.names() == [])
    }

    @Test("hears of the end of the fetcher")
    func shutDown() async {
        let server = HostileServer { request, connection in
            connection.waitForPeer()
            return request.path.isEmpty
        }
        let bench = bench
        let url = server.url("/")
        let faults = Seen<FetchFault.Code>()
        for _ in 0..<10 {
            bench.fetcher.fetch(Fetch(url: url, trusted: true)) { result in
                if case .failure(let fault) = result { faults.add(fault.code) }
            }
        }
        bench.fetcher.shutDown()
        #expect(faults.all == Array(repeating: .cancelled, count: 10))
        #expect(await bench.fault(url) == FetchFault(.cancelled, "the fetcher has ended"))
    }
}
