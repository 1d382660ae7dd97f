import Drive
import Files
import Media
import Net
import Scaffold
import Synchronization
import Testing
import Time

@testable import Runner

@Suite("A fleet")
struct FleetEndTests {
    static let rules = #""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "hi" }] }]"#

    @Test("waits at its end for what its worker still has to do, which then takes no more")
    func worker() throws {
        let far = try FarEnd(Self.rules)
        #expect(far.until { far.greeted == 1 })
        let worker = far.fleet.stage.worker
        let disk = try #require(Bell())
        let heard = Heard()
        worker.perform {
            disk.wait()
            heard.add(nil)
        }
        far.end()
        #expect(heard.codes.isEmpty)
        Worker().perform { disk.ring() }
        far.fleet.end()
        #expect(heard.codes == [nil])
        #expect(!worker.perform {})
    }

    @Test("ends its fetches with it: they hear so before it returns, and none begins any more")
    func fetcher() throws {
        let far = try FarEnd(Self.rules)
        #expect(far.until { far.greeted == 1 })
        // A connection that nobody answers.
        let silent = LoopbackListener()
        defer { silent.stop() }
        let fetcher = try #require(far.fleet.members[0].fetcher)
        let fetch = Fetch(url: "http://127.0.0.1:\(silent.port)/a.png", trusted: true)
        let heard = Heard()
        fetcher.fetch(fetch) { heard.add($0.code) }
        far.end()
        far.fleet.end()
        #expect(heard.codes == [.cancelled])
        fetcher.fetch(fetch) { heard.add($0.code) }
        #expect(heard.codes == [.cancelled, .cancelled])
    }

    /// How fetches, or other work, ended on their threads.
    private final class Heard: Sendable {
        private let all = Mutex<[FetchFault.Code?]>([])
        var codes: [FetchFault.Code?] { all.withLock { $0 } }
        func add(_ code: FetchFault.Code?) { all.withLock { $0.append(code) } }
    }

    @Test("says what an attempt waited for that its own time limit ended")
    func attempt() throws {
        var lines = try Lines()
        let silent = LoopbackListener()
        defer { silent.stop() }
        let folder = try TemporaryFolder()
        let text = #"{ "version": 1, "name": "test", "server": { "connect_timeout": "4s" }, \#(Self.rules) }"#
        let source = try BotSource(
            bytes: Array(text.utf8), path: folder.path + "/test.json", folder: folder.path, paint: Paint(isOn: false))
        var settings = RunSettings()
        settings.url = "ws://127.0.0.1:\(silent.port)/ws"
        settings.state = folder.path + "/state"
        settings.retries = false
        let loop = try Loop()
        let fleet = try Fleet(settings, sources: [source], fallback: nil, loop: loop, journal: lines.journal)
        // The loop's clock stood still meanwhile: both limits are to begin now.
        loop.turn(waitingAtMost: .zero)
        try fleet.start()
        #expect(loop.run(atMost: .seconds(30)) { fleet.members[0].outcome != nil })
        fleet.end()
        #expect(fleet.exitCode == ExitCode.unreachable.rawValue)
        let waited = "ws://127.0.0.1:\(silent.port)/ws did not answer the upgrade within 3960 ms"
        #expect(lines.all().contains { $0.contains(waited) }, "\(lines.all())")
    }
}

extension Result<Fetched, FetchFault> {
    fileprivate var code: FetchFault.Code? { if case .failure(let fault) = self { fault.code } else { nil } }
}
