import Files
import Scaffold
import Testing
import Time

@testable import Media

@Suite("The cache")
struct FetchCacheTests {
    private let scratch = Scratch()

    private func bench(size: Int = 1 << 20) -> FetchBench {
        let folder = scratch.path + "/cache"
        return FetchBench { $0.cache = .init(folder: folder, size: size) }
    }

    private func head(_ lines: [String]) -> ResponseHead {
        var head = ResponseHead()
        for line in ["HTTP/1.1 200 OK"] + lines + [""] {
            Array((line + "\r\n").utf8).withUnsafeBytes { _ = head.take($0) }
        }
        return head
    }

    @Test("answers for as long as the server said, without asking")
    func fresh() async throws {
        let server = HostileServer {
            $1.answer(200, ["Cache-Control: max-age=600", "Content-Type: text/x"], text: "n\($0.number)")
        }
        let bench = bench()
        #expect(await bench.text(server.url("/a")) == "n0")
        let second = try await bench.get(server.url("/a")).get()
        #expect(second.isFromCache)
        #expect(second.contentType == "text/x")
        #expect(try Folder.status(second.path).mode == 0o600)
        #expect(bench.text(of: second) == "n0")
        #expect(await bench.text(server.url("/b")) == "n1")
        #expect(await bench.text(server.url("/a?x")) == "n2")
    }

    @Test("outlives the fetcher, and the file it lent")
    func outlives() async {
        let server = HostileServer { $1.answer(200, ["Cache-Control: max-age=600"], text: "n\($0.number)") }
        #expect(await bench().text(server.url("/a")) == "n0")
        #expect(await bench().text(server.url("/a")) == "n0")
        #expect(await bench().text(server.url("/a")) == "n0")
        #expect(server.requests.count == 1)
    }

    @Test(
        "asks whether what it has still holds",
        arguments: ["ETag: \"v1\"", "Last-Modified: Sun, 01 Mar 2026 10:00:00 GMT"])
    func revalidates(validator: String) async throws {
        let server = HostileServer {
            $0.number == 0 ? $1.answer(200, [validator], text: "first") : $1.send("HTTP/1.1 304 x\r\n\r\n")
        }
        let bench = bench()
        #expect(await bench.text(server.url("/a")) == "first")
        let again = try await bench.get(server.url("/a")).get()
        #expect(again.isFromCache)
        #expect(again.status == 200)
        #expect(bench.text(of: again) == "first")
        let headers = server.requests.last?.headers
        #expect(
            (headers?["if-none-match"] ?? headers?["if-modified-since"])
                == validator.split(separator: ": ").last.map(String.init))
    }

    @Test("takes what is new when it no longer holds")
    func replaced() async {
        let server = HostileServer { $1.answer(200, ["ETag: \"v\($0.number)\""], text: "n\($0.number)") }
        let bench = bench()
        #expect(await bench.text(server.url("/a")) == "n0")
        #expect(await bench.text(server.url("/a")) == "n1")
        #expect(server.requests.last?.headers["if-none-match"] == "\"v0\"")
        #expect(await bench.text(server.url("/a")) == "n2")
        #expect(server.requests.last?.headers["if-none-match"] == "\"v1\"")
    }

    @Test("gives nothing to a fetch whose guard refuses where it came from")
    func guarded() async {
        let server = HostileServer { $1.answer(200, ["Cache-Control: max-age=600"], text: "secret") }
        let bench = bench()
        #expect(await bench.text(server.url("/a")) == "secret")
        let fault = await bench.fault(server.url("/a")) { $0.isTrusted = false }
        #expect(fault?.code == .refusedAddress)
    }

    @Test("keeps nothing of requests with headers, of other methods and of other answers")
    func notKept() async {
        let server = HostileServer { request, connection in
            let status = request.path == "/203" ? 203 : 200
            let control = request.path == "/no-store" ? "no-store, max-age=9" : "max-age=600"
            let vary = request.path == "/vary" ? ["Vary: Cookie"] : []
            return connection.answer(status, ["Cache-Control: \(control)"] + vary, text: "n\(request.number)")
        }
        let bench = bench()
        for path in ["/203", "/no-store", "/vary"] {
            let first = await bench.text(server.url(path))
            #expect(await bench.text(server.url(path)) != first, "\(path)")
        }
        for change: @Sendable (inout Fetch) -> Void in [
            { $0.headers = [HTTPHeader("X", "y")] }, { $0.method = "OPTIONS" },
        ] {
            let first = await bench.text(server.url("/a"), change)
            #expect(await bench.text(server.url("/a"), change) != first)
        }
    }

    @Test("makes room by removing what was not used for longest, and keeps no giant")
    func room() async {
        let server = HostileServer { request, connection in
            connection.answer(
                200, ["Cache-Control: max-age=600"],
                body: [UInt8](repeating: 1, count: request.path == "/big" ? 300 : 200))
        }
        let bench = bench(size: 1000)
        for path in ["/1", "/2", "/3", "/4", "/5", "/6", "/big", "/big"] {
            #expect(await bench.text(server.url(path)) != nil)
        }
        #expect(scratch.names("/cache").filter { $0.hasSuffix(".body") }.count == 5)
        #expect(server.requests.count == 8)
    }

    @Test("forgets what is damaged on disk")
    func damaged() async throws {
        let server = HostileServer { $1.answer(200, ["Cache-Control: max-age=600"], text: "n\($0.number)") }
        #expect(await bench().text(server.url("/a")) == "n0")
        let body = try #require(scratch.names("/cache").first { $0.hasSuffix(".body") })
        try scratch.write("cache/" + body, [])
        #expect(await bench().text(server.url("/a")) == "n1")
        let bench = bench()
        #expect(await bench.text(server.url("/a")) == "n1")
        for name in scratch.names("/cache") { try Folder.remove(scratch.path + "/cache/" + name) }
        #expect(await bench.text(server.url("/a")) == "n2")
    }

    @Test("that cannot be had is done without")
    func noFolder() async throws {
        try scratch.write("cache", [])
        let server = HostileServer { $1.answer(200, ["Cache-Control: max-age=600"], text: "n\($0.number)") }
        let bench = bench()
        #expect(await bench.text(server.url("/a")) == "n0")
        #expect(await bench.text(server.url("/a")) == "n1")
    }

    @Test(
        "reads how long an answer is fresh",
        arguments: [
            (["Cache-Control: max-age=60"], Int64(60)), (["Cache-Control: public, MAX-AGE=60"], 60),
            (["Cache-Control: max-age=60", "Age: 20"], 40), (["Cache-Control: max-age=60", "Age: 90"], 0),
            (["Cache-Control: no-cache, max-age=60"], nil), (["Cache-Control: max-age=x"], 0),
            (["Cache-Control: max-age=99999999999999999999"], 7 * 86_400),
            (["Cache-Control: max-age=9999999999"], 7 * 86_400),
            (["Expires: Sun, 01 Mar 2026 10:01:00 GMT"], 60), (["Expires: 0"], nil), ([], nil),
            (["Cache-Control: max-age=5", "Expires: Sun, 01 Mar 2026 10:01:00 GMT"], 5),
        ] as [([String], Int64?)])
    func freshness(lines: [String], seconds: Int64?) {
        let now = WallTime(milliseconds: 1_772_359_200_000)
        let until = FetchCache.freshUntil(head(lines), now: now)
        #expect(until == seconds.map { now.milliseconds + $0 * 1000 } ?? 0)
    }
}
