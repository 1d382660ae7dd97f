import CSystem
import Synchronization
import Testing
import Time
import WebSocket

@testable import Net

/// Holds up whoever comes, on any thread, until it is opened.
private final class Gate: Sendable {
    private let inner: Int32
    private let outer: Mutex<Int32>

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe2(&ends, O_CLOEXEC)
        inner = ends[0]
        outer = Mutex(ends[1])
    }

    deinit {
        open()
        _ = CSystem.close(inner)
    }

    func pass() {
        var byte: UInt8 = 0
        _ = CSystem.read(inner, &byte, 1)
    }

    func open() {
        outer.withLock { write in
            if write >= 0 { _ = CSystem.close(write) }
            write = -1
        }
    }
}

/// Looks names up: those that begin with `slow` take five seconds of its own time, and wait for the gate while that is
/// shut; others take none. It wakes a loop whenever it is asked.
private final class NameServer: Sendable {
    let gate = Gate()
    private let asked = Mutex<[String]>([])
    private let time = Mutex(Instant.zero)
    private let isShut: Mutex<Bool>

    private let mailbox: Mailbox

    init(_ loop: Loop, isShut: Bool = true) {
        self.isShut = Mutex(isShut)
        mailbox = loop.mailbox
    }

    func shut() { isShut.withLock { $0 = true } }

    func lookUp(_ host: String) -> Resolver.Answer {
        asked.withLock { $0.append(host) }
        mailbox.post { _ in }
        if host.hasPrefix("slow") {
            time.withLock { $0 = $0 + .seconds(5) }
            if isShut.withLock({ $0 }) { gate.pass() }
        }
        return .success([.loopback4])
    }

    func count(_ prefix: String) -> Int { asked.withLock { $0.count { $0.hasPrefix(prefix) } } }

    var now: Instant { time.withLock { $0 } }

    func resolver(threads: Int, spare: Int) -> Resolver {
        Resolver(threads: threads, spare: spare, clock: { self.now }, lookUp: { self.lookUp($0) })
    }
}

@Suite("Names are resolved on threads of their own")
struct ResolverTests {
    private let loop: Loop
    /// The names that were answered, in order.
    private let answered = Answered()

    private final class Answered: Sendable {
        let hosts = Mutex<[String]>([])
        var all: [String] { hosts.withLock { $0 } }
    }

    init() throws { loop = try Loop() }

    private func ask(_ resolver: Resolver, _ hosts: [String]) {
        for host in hosts {
            resolver.resolve(host) { [answered, mailbox = loop.mailbox] _ in
                answered.hosts.withLock { $0.append(host) }
                mailbox.post { _ in }
            }
        }
    }

    private func until(_ condition: () -> Bool) -> Bool { loop.run(atMost: .seconds(20), until: condition) }

    @Test("the system's resolver knows localhost, and a name that cannot be is an error value")
    func system() throws {
        #expect(try Resolver.system("localhost").get().allSatisfy(\.isLoopback))
        guard case .failure(let failure) = Resolver.system("nothing.invalid") else {
            Issue.record("nothing.invalid has an address")
            return
        }
        #expect(failure.code == .name)
        #expect(failure.text.hasPrefix("cannot find the address of nothing.invalid: "))
    }

    @Test("every question is answered, on few threads, none of them the asker's")
    func pool() {
        let running = Mutex((now: 0, most: 0))
        let lookUp: @Sendable (String) -> Resolver.Answer = { host in
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            defer { running.withLock { $0.now -= 1 } }
            return host.hasPrefix("bad") ? .failure(NetFailure(.name, "bad")) : .success([.loopback4])
        }
        let resolver = Resolver(threads: 3, spare: 1, lookUp: lookUp)
        let answers = Mutex((good: 0, bad: 0))
        let mailbox = loop.mailbox
        for number in 0..<500 {
            resolver.resolve((number % 5 == 0 ? "bad" : "good") + "\(number)") { answer in
                #expect(!mailbox.isOnThread)
                answers.withLock { if case .success = answer { $0.good += 1 } else { $0.bad += 1 } }
                mailbox.post { _ in }
            }
        }
        #expect(until { answers.withLock { $0.good + $0.bad } == 500 })
        #expect(answers.withLock { $0.bad } == 100)
        #expect(running.withLock { $0.most } <= 3)
    }

    @Test("a name is looked up once for all who ask meanwhile, and anew for who asks later")
    func together() {
        let server = NameServer(loop)
        let resolver = server.resolver(threads: 8, spare: 2)
        ask(resolver, ["slow", "slow", "slow"])
        server.gate.open()
        #expect(until { answered.all.count == 3 })
        #expect(server.count("slow") == 1)
        ask(resolver, ["slow"])
        #expect(until { answered.all.count == 4 })
        #expect(server.count("slow") == 2)
    }

    @Test("names that nobody answers for hold up no other")
    func dead() {
        let server = NameServer(loop)
        // The process's own bounds.
        let resolver = server.resolver(threads: 64, spare: 16)
        ask(resolver, (0..<60).map { "slow\($0)" } + ["good", "good too"])
        #expect(until { answered.all.count == 2 })
        #expect(answered.all.sorted() == ["good", "good too"])
        server.gate.open()
        #expect(until { answered.all.count == 62 })
    }

    @Test("names that took long the last time leave threads for the others, and say what they wait behind")
    func slow() {
        let server = NameServer(loop, isShut: false)
        let resolver = server.resolver(threads: 4, spare: 2)
        let slow = (0..<4).map { "slow\($0)" }
        for host in slow {
            ask(resolver, [host])
            #expect(until { answered.all.last == host })
        }
        server.shut()
        ask(resolver, slow)
        #expect(until { server.count("slow") == 6 })
        for number in 0..<20 { ask(resolver, ["good\(number)"]) }
        #expect(until { answered.all.count == 24 })
        #expect(server.count("slow") == 6)
        #expect(slow.map { resolver.busy(before: $0) } == [nil, nil, 2, 2])
        #expect(resolver.busy(before: "good") == nil)
        server.gate.open()
        #expect(until { answered.all.count == 28 })
        #expect(answered.all.suffix(4).sorted() == slow)
    }

    @Test("a name that was slow once, and is quick again, is as any other")
    func quickAgain() {
        let server = NameServer(loop, isShut: false)
        let resolver = Resolver(
            threads: 2, spare: 1, clock: { server.now },
            lookUp: { server.count("slow") == 0 ? server.lookUp($0) : server.lookUp("quick " + $0) })
        for round in 1...2 {
            ask(resolver, ["slow"])
            #expect(until { answered.all.count == round })
            #expect(resolver.isSlow("slow") == (round == 1))
        }
    }

    @Test("an attempt whose name never got its turn says so when its time is up")
    func timeout() throws {
        let leaping = try Loop(pace: .leaping)
        let client = Recorder(leaping)
        defer { client.sockets.shutdown() }
        let server = NameServer(loop)
        client.sockets.resolver = server.resolver(threads: 2, spare: 1)
        for (tag, name) in ["slow1.test", "slow2.test", "a.test"].enumerated() {
            var request = ConnectRequest(try WebSocketURL("ws://\(name)/"))
            request.timeout = .seconds(10)
            _ = client.sockets.connect(request, tag: tag)
        }
        leaping.turn(waitingAtMost: .zero)
        #expect(until { server.count("slow") == 2 })
        #expect(leaping.run(atMost: .seconds(60)) { client.endings.count == 3 })
        let text = "the address of a.test was not found within 10000 ms"
        let why = ": 2 other names are being looked up, and no name server answers for them"
        #expect(client.ending(2) == .failed(NetFailure(.timeout, text + why)))
        #expect(
            client.ending(0) == .failed(NetFailure(.timeout, "the address of slow1.test was not found within 10000 ms"))
        )
        server.gate.open()
    }
}
