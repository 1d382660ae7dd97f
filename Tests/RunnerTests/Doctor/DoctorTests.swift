import Address
import Drive
import Files
import Net
import Testing
import WebSocket

@testable import Runner

@Suite("The doctor", .serialized)
struct DoctorTests {
    /// A server that upgrades at /ws and refuses /closed with 401.
    final class Server: WebSocketDriver {
        lazy var sockets = WebSockets(loop: loop, driver: self)
        let loop: Loop
        var hellos = 0
        init(_ loop: Loop) { self.loop = loop }
        func opened(_ connection: Connection, tag: Int, _ opening: Opening) {}
        func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) { hellos += 1 }
        func closed(_ connection: Connection, tag: Int, _ ending: Net.Ending) {}
        func admit(_ request: HTTPRequest) -> Admission {
            request.head.queryValue("closed") == nil ? .accept(tag: 0) : .refuse(HTTPAnswer(status: 401))
        }
    }

    static func examine(_ query: String = "", path: String = "/ws") throws -> ([Finding], hellos: Int) {
        let loop = try Loop()
        let server = Server(loop)
        let loopback = try #require(IPAddress("127.0.0.1"))
        let listener = try server.sockets.listen(ListenSettings(SocketAddress(loopback, port: 0)))
        defer { server.sockets.shutdown() }
        var settings = RunSettings()
        let folder = "/tmp/talaria-doctor-" + Randomness.name(8)
        defer { try? Folder.removeAll(folder) }
        settings.state = folder
        settings.url = "ws://127.0.0.1:\(listener.address.port)\(path)\(query)"
        return (Doctor.examine(settings, loop: loop), server.hellos)
    }

    /// A certificate whose key nobody has.
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBeTCCAR+gAwIBAgIUEBN2PfCDFaKd17ptmMzEABZyezwwCgYIKoZIzj0EAwIw
        ETEPMA0GA1UEAwwGbm9ib2R5MCAXDTI2MTEzMDE0MzI1OFoYDzIxMjYxMTA2MTQz
        MjU4WjARMQ8wDQYDVQQDDAZub2JvZHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
        AASXBjW+KyO5vqucsiEzrKDQD+oWSLYsvhMSN//sVUOenc8/hX9RfRzg/FPty60v
        fv666CxNC0QXns2yE1nEnSXmo1MwUTAdBgNVHQ4EFgQUJ3N4GcDEWNzf/Y/r/l8k
        VjmUYf4wHwYDVR0jBBgwFoAUJ3N4GcDEWNzf/Y/r/l8kVjmUYf4wDwYDVR0TAQH/
        BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAuoQt7h5+LeaBG5Y9e2moVnVtobEi
        26wMYE1jaOmYrpkCICGGSqMyeAmR0cxnxOP7Gx/vlw+QPBcQGRn3Zr+oV9uw
        -----END CERTIFICATE-----

        """

    @Test("a server that upgrades is well, and was not greeted")
    func well() throws {
        let (findings, hellos) = try Self.examine()
        #expect(!findings.hasFault)
        #expect(findings.first { $0.name == "upgrade" }?.verdict == .well)
        #expect(findings.first { $0.name == "TLS" }?.verdict == .skipped)
        #expect(hellos == 0)
    }

    @Test("a refused upgrade is a fault that names its status and what to look at")
    func refused() throws {
        let denied = try #require(try Self.examine("?closed=1").0.last)
        #expect(denied.text == "the server answered it with HTTP status 401")
        #expect(denied.hint == "the token is missing, wrong, or bound to another device")
        let astray = try #require(try Self.examine(path: "/elsewhere").0.last)
        #expect(astray.verdict == .fault)
        #expect(astray.hint == "is this the path of the WebSocket, such as /ws?")
    }

    @Test("a file of authorities is looked at without a server too")
    func authorities() throws {
        let path = "/tmp/talaria-ca-" + Randomness.name(8)
        defer { Folder.removeQuietly(path) }
        func finding() throws -> Finding? {
            var settings = RunSettings()
            settings.state = path + "-state"
            defer { try? Folder.removeAll(path + "-state") }
            settings.authorities = path
            return Doctor.examine(settings, loop: try Loop()).first { $0.name == "TLS files" }
        }
        #expect(try finding() == Finding("TLS files", .fault, "cannot examine \(path): No such file or directory"))
        try Folder.replace(path, with: Array("no PEM\n".utf8))
        let odd = try #require(try finding())
        #expect(odd.verdict == .fault)
        #expect(odd.text.hasPrefix("cannot use \(path) as the authorities to trust: "))
        try Folder.replace(path, with: Array(Self.authority.utf8))
        #expect(try finding() == Finding("TLS files", .well, "\(path): read, and fit to be used"))
        #expect(Doctor.tlsFiles(RunSettings().tls).isEmpty)
    }

    @Test("a folder that cannot be made is a fault")
    func state() {
        let finding = Doctor.state("/proc/nowhere")
        #expect(finding.verdict == .fault)
        #expect(finding.text.contains("/proc/nowhere"))
    }

    @Test("the probe of a state folder leaves nothing behind")
    func leavesNothing() throws {
        let folder = "/tmp/talaria-doctor-" + Randomness.name(8)
        try Folder.create(folder)
        defer { try? Folder.removeAll(folder) }
        #expect(Doctor.state(folder).verdict != .fault)
        #expect(try Folder.names(folder).isEmpty)
    }

    @Test("a token's file that others can read is warned of, without the token")
    func token() throws {
        let path = "/tmp/talaria-token-" + Randomness.name(8)
        try Folder.replace(path, with: Array("s3cret\n".utf8))
        defer { Folder.removeQuietly(path) }
        func finding() -> Finding {
            Doctor.tokenFile(TokenSource(flag: path, server: .init(), folder: "."))
        }
        try Folder.setMode(path, 0o600)
        #expect(finding().verdict == .well)
        try Folder.setMode(path, 0o644)
        #expect(finding().verdict == .warning)
        #expect(finding().hint == "chmod 600 \(path)")
        #expect(!finding().text.contains("s3cret"))
        #expect(Doctor.tokenFile(TokenSource(flag: path + "x", server: .init(), folder: ".")).verdict == .fault)
    }

    @Test("the table aligns its columns, and JSON holds the same")
    func table() {
        let findings = [Finding("a", .well, "fine"), Finding("longer", .fault, "broken\u{1B}", hint: "mend it")]
        #expect(
            findings.table(Paint(isOn: false)) == """
                a       ok        fine
                longer  fault     broken\\u{1b}
                                  mend it

                """)
        #expect(
            findings.json
                == #"[{"name":"a","verdict":"ok","text":"fine"},{"name":"longer","verdict":"fault","text":"broken\u001b","hint":"mend it"}]"#
        )
    }
}
