import CSystem
import Foundation
import Testing

@Suite("talaria serve, by workers and anew", .serialized)
struct WorkersTests {
    private static let gateway =
        #"{ "version": 1, "name": "g", "role": "gateway", "server": { "listen": "127.0.0.1:0" }, "#
        + #""rules": [{ "id": "r", "on": "text", "do": [{ "message": "{{text}}" }] }] }"#

    private func url(_ line: String?) throws -> String {
        let words = try #require(line).split(separator: " ").map(String.init)
        return try #require(words.first { $0.hasPrefix("ws://") })
    }

    private func isThere(_ process: Int32) -> Bool { kill(process, 0) == 0 }

    /// Waits until a process that is no child of this one has ended, for 20 s at most; whether it has.
    private func ends(_ process: Int32) -> Bool {
        let life = system_watch_process(process)
        guard life >= 0 else { return system_errno() == ESRCH }
        defer { close(life) }
        var end = pollfd(fd: life, events: Int16(POLLIN), revents: 0)
        return poll(&end, 1, 20_000) == 1
    }

    @Test("workers share a port; one that is killed is started again; a signal ends all, and leaves none behind")
    func life() throws {
        let folder = try Talaria.Folder(["g.json": Self.gateway, "a.json": RunTests.bot])
        let serve = try RunningTalaria(["serve", "g.json", "--workers", "3"], in: folder.path)
        let url = try url(serve.says("with 3 workers").first)
        let workers = serve.children
        #expect(workers.count == 3)
        for name in ["x", "y", "z"] {
            let outcome = try Talaria.run(["run", "a.json", "--url", url, "--state", name], in: folder.path)
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        let victim = try #require(workers.first)
        kill(victim, SIGKILL)
        let line = try #require(serve.says("was ended by signal 9").first)
        #expect(
            line.contains(
                "(process \(victim)) was ended by signal 9 (Killed); its devices are cut off; it starts again in 1s"))
        #expect(serve.says("of 3 is started again").count == 1)
        #expect(serve.children.count == 3)
        let last = serve.children
        serve.signal(SIGTERM)
        #expect(serve.ending() == 0, "\(serve.text)")
        #expect(!last.contains(where: isThere))
    }

    @Test("workers end with their parent, however that ends")
    func orphans() throws {
        let folder = try Talaria.Folder(["g.json": Self.gateway])
        let serve = try RunningTalaria(["serve", "g.json", "--workers", "2"], in: folder.path)
        serve.says("with 2 workers")
        let workers = serve.children
        #expect(workers.count == 2)
        serve.signal(SIGKILL)
        _ = serve.ending()
        #expect(workers.allSatisfy(ends))
    }

    @Test("what is wrong is said once, and not by each worker")
    func faults() throws {
        let folder = try Talaria.Folder([
            "g.json": Self.gateway,
            "t.json": Self.gateway.replacingOccurrences(
                of: "{ \"listen\"", with: "{ \"tokens\": [{ \"env\": \"NO_SUCH\" }], \"listen\""),
        ])
        let holder = try RunningTalaria(["serve", "g.json", "--workers", "2"], in: folder.path)
        let address = try url(holder.says("with 2 workers").first).dropFirst(5).prefix { $0 != "/" }
        for (words, code, text) in [
            (["g.json", "--listen", String(address)], 73, "Address already in use"),
            (["t.json"], 78, "a token is missing"),
        ] as [([String], Int32, String)] {
            let outcome = try Talaria.run(["serve", "--workers", "2"] + words, in: folder.path)
            #expect(outcome.code == code)
            #expect(outcome.errors.split(separator: "\n").count { $0.contains(text) } == 1, "\(outcome.errors)")
        }
        holder.signal(SIGINT)
        #expect(holder.ending() == 0)
    }

    @Test("SIGHUP reads the rules anew, in every worker; a file with a fault leaves the old ones", arguments: [1, 2])
    func reload(workers: Int) throws {
        let folder = try Talaria.Folder(["g.json": Self.gateway])
        let serve = try RunningTalaria(["serve", "g.json", "--workers", "\(workers)"], in: folder.path)
        serve.says("listening on")
        serve.signal(SIGHUP)
        #expect(serve.says("g.json is read anew: 1 rule", times: workers).count == workers)
        try Data("{]".utf8).write(to: URL(fileURLWithPath: folder.path + "/g.json"))
        serve.signal(SIGHUP)
        #expect(serve.says("g.json is not taken; the old rules go on", times: workers).count == workers)
        serve.signal(SIGTERM)
        #expect(serve.ending() == 0, "\(serve.text)")
    }
}
