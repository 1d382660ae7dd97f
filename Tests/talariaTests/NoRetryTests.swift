import CSystem
import Testing

@Suite("talaria run --no-retry")
struct NoRetryTests {
    /// A gateway that does so when a device says hello.
    private func gateway(_ actions: String) -> String {
        #"{ "version": 1, "name": "g", "role": "gateway", "server": { "listen": "127.0.0.1:0" }, "#
            + #""rules": [{ "id": "r", "on": "hello", "do": [\#(actions)] }] }"#
    }

    private static let bot =
        #"{ "version": 1, "name": "a", "server": { "hello_timeout": "300ms", "ping": "100ms", "dead_after": "60s" }, "#
        + #""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "x" }] }] }"#

    @Test(
        "a connection that ends, or is not welcomed, is the last, and one cause is named",
        arguments: [
            (#"{ "close": { "code": 1011, "reason": "no room" } }"#, 69, "failed: gave_up (closed with 1011: no room)"),
            (#"{ "wait": "20s" }, { "ready": {} }"#, 69, "failed: gave_up (hello_timeout)"),
            (#"{ "ready": {} }, { "wait": "100ms" }, { "close": { "code": 1012 } }"#, 69, "(closed with 1012)"),
            (#"{ "close": { "code": 1008, "reason": "no" } }"#, 77, "failed: denied (closed with 1008: no)"),
        ] as [(String, Int32, String)])
    func once(_ actions: String, _ code: Int32, _ text: String) throws {
        let folder = try Talaria.Folder(["g.json": gateway(actions), "a.json": Self.bot])
        let serve = try RunningTalaria(["serve", "g.json"], in: folder.path)
        let line = try #require(serve.says("listening on").first)
        let url = try #require(line.split(separator: " ").first { $0.hasPrefix("ws://") })
        let outcome = try Talaria.run(
            ["run", "a.json", "--url", String(url), "--no-retry", "--state", "s"], in: folder.path)
        #expect(outcome.code == code, "\(outcome.errors)")
        let errors = outcome.errors.split(separator: "\n").filter { $0.contains("error: ") }
        #expect(errors.count == 2, "\(outcome.errors)")
        #expect(errors.first?.contains(text) == true, "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count { $0.contains("connecting to") } == 1)
        serve.signal(SIGTERM)
        #expect(serve.ending() == 0)
    }
}
