import Synchronization
import Testing
import Time

@testable import Net

@Suite("Names are resolved on threads of their own")
struct ResolverTests {
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
    func pool() throws {
        let loop = try Loop()
        let running = Mutex((now: 0, most: 0))
        let resolver = Resolver(threads: 3) { host in
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            defer { running.withLock { $0.now -= 1 } }
            return host == "bad" ? .failure(NetFailure(.name, "bad")) : .success([.loopback4])
        }
        let answers = Mutex((good: 0, bad: 0))
        let mailbox = loop.mailbox
        for number in 0..<500 {
            resolver.resolve(number % 5 == 0 ? "bad" : "good") { answer in
                #expect(!mailbox.isOnThread)
                answers.withLock { if case .success = answer { $0.good += 1 } else { $0.bad += 1 } }
                mailbox.post { _ in }
            }
        }
        #expect(loop.run(atMost: .seconds(20)) { answers.withLock { $0.good + $0.bad } == 500 })
        #expect(answers.withLock { $0.bad } == 100)
        #expect(running.withLock { $0.most } <= 3)
    }
}
