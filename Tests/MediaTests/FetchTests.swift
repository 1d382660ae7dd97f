import Files
import Scaffold
import Testing

@testable import Media

@Suite("A fetch")
struct FetchTests {
    private let bench = FetchBench()

    @Test("brings the body in a file of mode 0600, with what is known of it")
    func whole() async throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        let server = HostileServer {
            $1.answer(200, ["Content-Type: Text/HTML; charset=x"], body: png + [UInt8($0.number)])
        }
        let fetched = try await bench.get(server.url("/a/b%20c.png?token=secret#part")).get()
        #expect(fetched.size == 13)
        #expect(fetched.status == 200)
        #expect(fetched.contentType == "text/html")
        #expect(fetched.type.mime == "image/png")
        #expect(fetched.type.kind == .image)
        #expect(fetched.filename == "b c.png")
        #expect(fetched.hops == 0)
        #expect(!fetched.isFromCache)
        #expect(try Folder.status(fetched.path).mode == 0o600)
        #expect(try Folder.contents(fetched.path, atMost: 100) == png + [0])
        let request = try #require(server.requests.first)
        #expect(request.path == "/a/b%20c.png?token=secret")
        #expect(request.headers["user-agent"] == "talaria/1.0")
        #expect(request.headers["accept-encoding"] == "gzip, deflate, br")
        #expect(request.headers["cookie"] == nil)
    }

    @Test("takes the name from Content-Disposition where there is one")
    func disposition() async throws {
        let server = HostileServer {
            $1.answer(
                200, ["Content-Disposition: attachment; filename=\"../../e.txt\"; filename*=UTF-8''na%C3%AFve.txt"],
                text: $0.path)
        }
        #expect(try await bench.get(server.url("/x")).get().filename == "naïve.txt")
    }

    @Test("of nothing brings an empty file")
    func empty() async throws {
        let server = HostileServer { $1.send("HTTP/1.1 204 x\r\n\r\n") && $0.number >= 0 }
        let fetched = try await bench.get(server.url("/")).get()
        #expect(fetched.size == 0)
        #expect(fetched.status == 204)
        #expect(fetched.filename == nil)
        #expect(try Folder.contents(fetched.path, atMost: 1) == [])
    }

    @Test("unpacks gzip and brotli")
    func encodings() async {
        let server = HostileServer { request, connection in
            if request.path == "/br" {
                return connection.answer(200, ["Content-Encoding: br"], body: Bodies.helloBrotli)
            }
            return connection.answer(200, ["Content-Encoding: gzip"], body: Bodies.gzip(Array("Hello, gzip!".utf8)))
        }
        #expect(await bench.text(server.url("/br")) == "Hello, brotli!")
        #expect(await bench.text(server.url("/gz")) == "Hello, gzip!")
    }

    @Test("sends a method, headers and a body, and takes any status where that is asked for")
    func posts() async throws {
        let server = HostileServer { $1.answer(418, text: "\($0.method) \($0.headers["x-key"] ?? "-") \($0.body)") }
        let answer = await bench.get(server.url("/hook")) {
            $0.method = "post"
            $0.headers = [HTTPHeader("X-Key", "k"), HTTPHeader("Content-Type", "application/json")]
            $0.body = Array("{\"a\":1}".utf8)
            $0.takesAnyStatus = true
        }
        let fetched = try answer.get()
        #expect(fetched.status == 418)
        #expect(bench.text(of: fetched) == "POST k {\"a\":1}")
        #expect(server.requests.first?.headers["content-type"] == "application/json")
    }

    @Test(
        "without a body sends none, for each method",
        arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    func methods(method: String) async throws {
        let server = HostileServer { $1.answer(200, text: $0.method == "HEAD" ? "" : "ok") }
        let fetched = try await bench.get(server.url("/")) { $0.method = method }.get()
        #expect(fetched.size == (method == "HEAD" ? 0 : 2))
        #expect(server.requests.map(\.method) == [method])
        #expect(server.requests.first?.headers["content-type"] == nil)
    }

    @Test(
        "with an unsound method or header is refused before anything is sent",
        arguments: [
            ("CONNECT", HTTPHeader("A", "b"), "the method is none of GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS"),
            ("GET", HTTPHeader("A", "b\r\nHost: x"), "a header that is not a name with a single line of text"),
            ("GET", HTTPHeader("A b", "c"), "a header that is not a name with a single line of text"),
            ("GET", HTTPHeader("", "c"), "a header that is not a name with a single line of text"),
            ("GET", HTTPHeader("Host", "x"), "the header Host is set by the fetcher alone"),
            (
                "POST", HTTPHeader("Transfer-Encoding", "chunked"),
                "the header Transfer-Encoding is set by the fetcher alone"
            ),
        ])
    func unsound(method: String, header: HTTPHeader, text: String) async {
        let server = HostileServer { $1.answer(200, text: $0.path) }
        let fault = await bench.fault(server.url("/")) {
            $0.method = method
            $0.headers = [header]
        }
        #expect(fault == FetchFault(.badURL, text))
        #expect(server.requests.isEmpty)
    }

    @Test(
        "of what is no http or https URL is refused, and the text shows nothing of it",
        arguments: [
            ("", "the URL is not a URL"), ("not a url", "the URL is not a URL"),
            ("/etc/passwd", "the URL is not a URL"),
            ("http://", "the URL is not a URL"),
            ("http://a\u{0}b/", "the URL is not a URL"), ("http://h/\r\nX: y", "the URL is not a URL"),
            ("file:///etc/passwd", "the URL is of file:, only http: and https: are fetched"),
            ("ftp://h/secret", "the URL is of ftp:, only http: and https: are fetched"),
            ("gopher://127.0.0.1:25/_x", "the URL is of gopher:, only http: and https: are fetched"),
            ("javascript:alert(1)", "the URL is not a URL"),
            ("http://user:secret@h/", "the URL holds a user name; credentials belong in a header"),
            ("http://secret@h/", "the URL holds a user name; credentials belong in a header"),
            ("http://h:99999/", "the URL is not a URL"),
        ])
    func badURL(url: String, text: String) async {
        #expect(await bench.fault(url) == FetchFault(.badURL, text))
    }

    @Test("of a URL without end is refused")
    func longURL() async {
        let fault = await bench.fault("http://h/" + String(repeating: "a", count: 9000))
        #expect(fault == FetchFault(.badURL, "the URL is longer than 8192 bytes"))
    }

    @Test("of a status outside 200...299 is a fault that names it and nothing of the URL")
    func status() async {
        let server = HostileServer { $1.answer(404, text: $0.path) }
        let fault = await bench.fault(server.url("/bot123:SECRET/x?key=SECRET"))
        #expect(fault == FetchFault(.status, "127.0.0.1:\(server.port): HTTP 404", status: 404))
    }

    @Test("of a port where nobody listens is a fault, after its repetitions")
    func unreachable() async {
        let server = HostileServer { $1.answer(200, text: $0.path) }
        let port = server.port
        await withCheckedContinuation { done in
            server.stop()
            done.resume()
        }
        let fault = await bench.fault("http://127.0.0.1:\(port)/") { $0.limits.retries = 1 }
        #expect(fault == FetchFault(.unreachable, "127.0.0.1:\(port): no connection (2 requests)"))
    }

    @Test("that cannot write its file is a fault")
    func disk() async {
        let bench = FetchBench { $0.folder += "/missing" }
        let server = HostileServer { $1.answer(200, text: $0.path) }
        let fault = await bench.fault(server.url("/"))
        #expect(fault?.code == .disk)
        #expect(fault?.text.hasSuffix("No such file or directory") == true)
    }

    @Test("leaves no file behind when it fails")
    func nothingLeft() async {
        let server = HostileServer { request, connection in
            connection.send("HTTP/1.1 200 x\r\nContent-Length: 100\r\n\r\nsome")
            return request.path.isEmpty
        }
        #expect(await bench.fault(server.url("/")) { $0.limits.retries = 1 }?.code == .cut)
        #expect(bench.scratch.names() == [])
    }

    @Test("tells its progress, with the length where that is known")
    func progress() async {
        let body = [UInt8](repeating: 7, count: 3 << 20)
        let server = HostileServer { $1.answer($0.number == 0 ? 200 : 500, body: body) }
        let seen = Seen<(Int, Int?)>()
        var fetch = Fetch(url: server.url("/"), trusted: true)
        fetch.limits.total = .seconds(60)
        let result = await withCheckedContinuation { done in
            bench.fetcher.fetch(fetch, progress: { seen.add(($0, $1)) }) { done.resume(returning: $0) }
        }
        #expect((try? result.get().size) == 3 << 20)
        #expect(seen.all.count >= 2)
        #expect(seen.all.allSatisfy { $0.1 == 3 << 20 })
        #expect(seen.all.map(\.0) == seen.all.map(\.0).sorted())
    }
}
