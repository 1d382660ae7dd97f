import Files
import Scaffold
import Testing
import Time

@testable import Media

@Suite("Repetitions")
struct RetryTests {
    private let bench = FetchBench()

    // MARK: The policy

    /// A small seeded generator (splitmix64).
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64 = 1
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    @Test("the delay is drawn from nothing to a bound that doubles, and stays under a minute")
    func delays() {
        var random = Seeded()
        let bounds: [Int64] = [500, 1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000]
        var greatest = [Int64](repeating: 0, count: bounds.count)
        for _ in 0..<300 {
            var policy = RetryPolicy(retries: bounds.count, backoff: .milliseconds(500))
            for (index, bound) in bounds.enumerated() {
                guard case .again(let delay) = policy.next(retryAfter: nil, room: .seconds(1000), random: &random)
                else {
                    Issue.record("it gave up")
                    return
                }
                if delay.milliseconds > bound || delay < .zero { Issue.record("\(delay.milliseconds) of \(bound)") }
                greatest[index] = max(greatest[index], delay.milliseconds)
            }
            #expect(policy.next(retryAfter: nil, room: .seconds(1000), random: &random) == .spent)
        }
        #expect(zip(greatest, bounds).allSatisfy { $0 > $1 * 9 / 10 })
    }

    @Test("what the server asks for is the least; what has no room is not begun")
    func retryAfter() {
        var random = Seeded()
        var policy = RetryPolicy(retries: 3, backoff: .milliseconds(500))
        #expect(policy.next(retryAfter: .seconds(7), room: .seconds(30), random: &random) == .again(after: .seconds(7)))
        #expect(
            policy.next(retryAfter: .seconds(30), room: .seconds(30), random: &random) == .tooLate(asked: .seconds(30)))
        #expect(policy.next(retryAfter: nil, room: .zero, random: &random) == .spent)
        #expect(policy.left == 2)
    }

    @Test("no retries means none, also when the number is below zero", arguments: [0, -1])
    func none(retries: Int) {
        var random = Seeded()
        var policy = RetryPolicy(retries: retries, backoff: .seconds(1))
        #expect(policy.next(retryAfter: nil, room: .seconds(9), random: &random) == .spent)
    }

    @Test("Retry-After is seconds or a date")
    func field() {
        let now = WallTime(milliseconds: 1_772_359_200_000)
        #expect(RetryAfter.interval("120", now: now) == .seconds(120))
        #expect(RetryAfter.interval("0", now: now) == .zero)
        #expect(RetryAfter.interval("Sun, 01 Mar 2026 10:01:00 GMT", now: now) == .seconds(60))
        #expect(RetryAfter.interval("Sun, 01 Mar 2026 09:00:00 GMT", now: now) == .zero)
        #expect(RetryAfter.interval("99999999999999999999", now: now) == .seconds(1_000_000_000))
        let late = RetryAfter.interval("Fri, 31 Dec 9999 23:59:59 GMT", now: now)
        #expect(late.map { $0 > .seconds(1_000_000_000) } == true)
        #expect(RetryAfter.interval("99999999999", now: now) == .seconds(1_000_000_000))
        for text in ["", "-1", "soon", "1.5x"] { #expect(RetryAfter.interval(text, now: now) == nil, "\(text)") }
        #expect(RetryAfter.interval(nil, now: now) == nil)
    }

    // MARK: Against a server

    @Test("429 and 5xx are asked again", arguments: [429, 500, 502, 503, 504, 408])
    func passing(status: Int) async {
        let server = HostileServer {
            $0.number < 2 ? $1.answer(status, ["Retry-After: 0"], text: "busy") : $1.answer(200, text: "well")
        }
        #expect(await bench.text(server.url("/")) == "well")
        #expect(server.requests.count == 3)
    }

    @Test("other statuses are not", arguments: [400, 401, 403, 404, 410, 501])
    func final(status: Int) async {
        let server = HostileServer { $1.answer(status, text: $0.path) }
        #expect(await bench.fault(server.url("/"))?.status == status)
        #expect(server.requests.count == 1)
    }

    @Test("in the end the status is said, and how often it was asked")
    func spent() async {
        let server = HostileServer { $1.answer(503, text: $0.path) }
        let fault = await bench.fault(server.url("/"))
        #expect(fault == FetchFault(.status, "127.0.0.1:\(server.port): HTTP 503 (4 requests)", status: 503))
    }

    @Test("a server that asks to come later than there is time is believed at once")
    func tooLate() async {
        let server = HostileServer { $1.answer(429, ["Retry-After: 3600"], text: $0.path) }
        let fault = await bench.fault(server.url("/"))
        let text = "127.0.0.1:\(server.port): HTTP 429, and to come again in 3600 s, past the time limit"
        #expect(fault == FetchFault(.status, text, status: 429))
        #expect(server.requests.count == 1)
    }

    @Test("a POST is not repeated, whatever comes of it")
    func posts() async {
        let server = HostileServer { request, connection in
            if request.path == "/cut" { return false }
            return connection.answer(503, ["Retry-After: 0"], text: "busy")
        }
        for path in ["/cut", "/503"] {
            let fault = await bench.fault(server.url(path)) {
                $0.method = "POST"
                $0.body = [1]
            }
            #expect(fault != nil)
        }
        #expect(server.requests.count == 2)
    }

    @Test("the last answer is a result where any status is taken")
    func anyStatus() async throws {
        let server = HostileServer { $1.answer(503, text: "busy \($0.number)") }
        let fetched = try await bench.get(server.url("/")) {
            $0.takesAnyStatus = true
            $0.limits.retries = 2
        }.get()
        #expect(fetched.status == 503)
        #expect(bench.text(of: fetched) == "busy 2")
    }

    // MARK: Taking up a cut body

    private static let text = String((0..<1000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })

    /// Sends `count` bytes of the whole, then ends.
    private static func cut(_ connection: HostileServer.Connection, after count: Int, _ headers: String) -> Bool {
        connection.send("HTTP/1.1 200 x\r\nContent-Length: 1000\r\n\(headers)\r\n\(text.prefix(count))")
        return false
    }

    private static func rest(_ connection: HostileServer.Connection, from start: Int, _ headers: [String] = []) -> Bool
    {
        connection.answer(
            206, ["Content-Range: bytes \(start)-999/1000"] + headers, text: String(text.dropFirst(start)))
    }

    @Test(
        "a body that was cut goes on where it was",
        arguments: ["ETag: \"v1\"\r\n", "Last-Modified: Sun, 01 Mar 2026 10:00:00 GMT\r\n"])
    func resumes(validator: String) async {
        let server = HostileServer { request, connection in
            switch request.number {
            case 0: Self.cut(connection, after: 400, validator)
            case 1:
                connection.send(
                    "HTTP/1.1 206 x\r\nContent-Range: bytes 400-999/1000\r\nContent-Length: 600\r\n\r\n\(Self.text.dropFirst(400).prefix(300))"
                )
                    && false
            default: Self.rest(connection, from: 700)
            }
        }
        #expect(await bench.text(server.url("/")) == Self.text)
        #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=400-", "bytes=700-"])
        let value = validator.drop { $0 != " " }.dropFirst().prefix { $0 != "\r\n" }
        #expect(server.requests.dropFirst().allSatisfy { $0.headers["if-range"] == String(value) })
        #expect(server.requests.dropFirst().allSatisfy { $0.headers["accept-encoding"] == nil })
    }

    @Test("a body that has changed meanwhile begins anew")
    func changed() async {
        let server = HostileServer {
            $0.number == 0
                ? Self.cut($1, after: 400, "ETag: \"v1\"\r\n") : $1.answer(200, ["ETag: \"v2\""], text: "new")
        }
        #expect(await bench.text(server.url("/")) == "new")
        #expect(server.requests.count == 2)
    }

    @Test("a server that redirects meanwhile is not asked for the rest of what came from another address")
    func redirected() async {
        let server = HostileServer { request, connection in
            switch request.number {
            case 0: Self.cut(connection, after: 400, "ETag: \"v1\"\r\n")
            case 1: connection.answer(302, ["Location: /other"], text: "")
            default: connection.answer(200, ["ETag: \"v1\""], text: "another")
            }
        }
        #expect(await bench.text(server.url("/")) == "another")
        #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=400-", nil])
    }

    @Test("a busy server in between does not lose what is there")
    func busyBetween() async {
        let server = HostileServer {
            switch $0.number {
            case 0: Self.cut($1, after: 400, "ETag: \"v1\"\r\n")
            case 1: $1.answer(503, text: "busy")
            default: Self.rest($1, from: 400)
            }
        }
        #expect(await bench.text(server.url("/")) == Self.text)
    }

    @Test(
        "a rest that does not fit is not joined to what came before",
        arguments: [
            "Content-Range: bytes 500-999/1000", "Content-Range: bytes 400-999/2000", "Content-Range: bytes x-999/1000",
            "ETag: \"v2\"\r\nContent-Range: bytes 400-999/1000", "X: y",
            "Content-Encoding: gzip\r\nContent-Range: bytes 400-999/1000",
        ])
    func misfit(header: String) async {
        let server = HostileServer {
            switch $0.number {
            case 0: Self.cut($1, after: 400, "ETag: \"v1\"\r\n")
            case 1: $1.answer(206, [header], text: String(repeating: "?", count: 600))
            default: $1.answer(200, text: Self.text)
            }
        }
        #expect(await bench.text(server.url("/")) == Self.text)
        #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=400-", nil])
    }

    @Test("a server that has no such range is asked for the whole")
    func unsatisfiable() async {
        let server = HostileServer {
            switch $0.number {
            case 0: Self.cut($1, after: 400, "ETag: \"v1\"\r\n")
            case 1: $1.answer(416, ["Content-Range: bytes */300"])
            default: $1.answer(200, text: "whole")
            }
        }
        #expect(await bench.text(server.url("/")) == "whole")
    }

    @Test(
        "without something that says the bytes are the same, it begins anew",
        arguments: ["", "ETag: W/\"weak\"\r\n", "ETag: \"v1\"\r\nAccept-Ranges: none\r\n"])
    func noValidator(headers: String) async {
        let server = HostileServer {
            $0.number == 0 ? Self.cut($1, after: 400, headers) : $1.answer(200, text: Self.text)
        }
        #expect(await bench.text(server.url("/")) == Self.text)
        #expect(server.requests.allSatisfy { $0.headers["range"] == nil })
    }

    @Test("a packed body that was cut begins anew")
    func packed() async {
        let packed = Bodies.gzip(Array(Self.text.utf8))
        let server = HostileServer { request, connection in
            let headers = ["ETag: \"v1\"", "Content-Encoding: gzip"]
            if request.number > 0 { return connection.answer(200, headers, body: packed) }
            connection.send(
                "HTTP/1.1 200 x\r\n\(headers.joined(separator: "\r\n"))\r\nContent-Length: \(packed.count)\r\n\r\n")
            connection.send(Array(packed.prefix(packed.count / 2)))
            return false
        }
        #expect(await bench.text(server.url("/")) == Self.text)
        #expect(server.requests.allSatisfy { $0.headers["range"] == nil })
    }

    @Test("a body that is cut again and again comes to an end")
    func neverWhole() async {
        let server = HostileServer { request, connection in
            guard let range = request.headers["range"], let start = Int(range.dropFirst(6).dropLast()) else {
                return Self.cut(connection, after: 1, "ETag: \"v1\"\r\n")
            }
            connection.send(
                "HTTP/1.1 206 x\r\nContent-Range: bytes \(start)-999/1000\r\nContent-Length: \(1000 - start)\r\n\r\nx")
            return false
        }
        let fault = await bench.fault(server.url("/"))
        #expect(fault?.code == .cut)
        #expect(server.requests.count == 4)
        #expect(bench.scratch.names() == [])
    }
}
