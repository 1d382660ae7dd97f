import Drive
import Glibc
import Net
import Time

// The parent of a gateway's workers. It serves nothing itself: it keeps the port, starts the workers, hands signals on,
// and looks after those that end. One that was ended from outside, or crashed, is started again after a pause; one that
// ends by itself with a fault, or before it listens, would do so again: all end, with its exit code.

/// Several processes that listen on one port, each with descriptors, memory and devices of its own.
public final class WorkerProcesses {
    private struct Member {
        var process: ChildProcess?
        var isReady = false
    }

    private let arguments: [String]
    private let port: SharedPort
    private let offers: TemporaryFolder
    private let loop: Loop
    private let journal: Journal
    private var members: [Member]
    private var onReady: (() -> Void)?
    private var isStopping = false
    /// Of the first that failed.
    public private(set) var exitCode = ExitCode.well

    static let pause = Interval.seconds(1)
    /// What `end` takes at most, and a little more.
    public static let grace = Interval.seconds(3)

    /// Takes the port. Nothing is started yet.
    /// - Parameters:
    ///   - plan: checked here, so that what is wrong with it is said once.
    ///   - arguments: of this process, behind its name; the workers get the same.
    public init(
        _ count: Int, plan: GatewayPlan, arguments: [String], loop: Loop, journal: Journal
    ) throws(ExitFault) {
        self.arguments = arguments
        self.loop = loop
        self.journal = journal
        members = Array(repeating: Member(), count: count)
        offers = try TemporaryFolder()
        do throws(NetFailure) { port = try SharedPort(plan.address) } catch { throw GatewayPlan.fault(error) }
    }

    /// With the real port.
    public var address: SocketAddress { port.address }

    /// Starts them all; `ready` is called once, when all of them listen.
    public func start(ready: @escaping () -> Void) throws(ExitFault) {
        onReady = ready
        for index in members.indices { try start(index) }
    }

    private func start(_ index: Int) throws(ExitFault) {
        let shard = Shard(index: index + 1, address: "\(port.address)", offers: offers.path)
        members[index].isReady = false
        members[index].process = try ChildProcess(
            arguments, environment: shard.environment, loop: loop,
            isReady: { [weak self] in self?.isReady(index) }, hasEnded: { [weak self] in self?.ended(index, $0) })
    }

    private func isReady(_ index: Int) {
        members[index].isReady = true
        guard members.allSatisfy(\.isReady), let onReady else { return }
        self.onReady = nil
        onReady()
    }

    public func signal(_ signal: ProcessSignal) {
        for member in members { member.process?.signal(signal) }
    }

    /// Has all of them let what is under way end; the loop stops when the last has ended.
    public func drain() {
        isStopping = true
        signal(.terminate)
        stopIfOver()
    }

    /// Ends all of them, at once.
    public func end() {
        isStopping = true
        signal(.terminate)
        // The second signal: a worker that can still hear ends by itself, and clears up.
        if !loop.run(atMost: Self.pause, until: { isOver }) {
            for member in members { member.process?.kill() }
            loop.run(atMost: Self.pause) { isOver }
        }
    }

    private var isOver: Bool { members.allSatisfy { $0.process == nil } }

    private func stopIfOver() { if isOver { loop.stop() } }

    private func ended(_ index: Int, _ ending: ChildProcess.Ending) {
        let wasReady = members[index].isReady
        let process = members[index].process?.id ?? 0
        members[index].process = nil
        if isStopping {
            note(ending)
            return stopIfOver()
        }
        let who = "worker \(index + 1) of \(members.count) (process \(process))"
        if wasReady, Self.comesAgain(ending) {
            journal.log(
                .error, "\(who) \(ending.text); its devices are cut off; it starts again in \(Self.pause.text)",
                at: loop.now.wall)
            loop.after(Self.pause) { [weak self] _ in self?.startAgain(index) }
            return
        }
        note(ending)
        journal.log(.error, "\(who) \(ending.text); the others stop", at: loop.now.wall)
        drain()
    }

    private func startAgain(_ index: Int) {
        guard !isStopping else { return }
        do throws(ExitFault) { try start(index) } catch {
            journal.log(.error, error.message, at: loop.now.wall)
            loop.after(Self.pause) { [weak self] _ in self?.startAgain(index) }
            return
        }
        let process = members[index].process?.id ?? 0
        journal.log(
            .info, "worker \(index + 1) of \(members.count) is started again (process \(process))", at: loop.now.wall)
    }

    /// It was ended from outside, or crashed: not by a fault that it would meet again.
    private static func comesAgain(_ ending: ChildProcess.Ending) -> Bool {
        switch ending {
        case .signalled: true
        case .exited(let code): [.well, .interrupted, .terminated].contains(ExitCode(rawValue: code))
        }
    }

    private func note(_ ending: ChildProcess.Ending) {
        guard exitCode == .well else { return }
        switch ending {
        case .exited(let code): exitCode = ExitCode(rawValue: code) ?? .fault
        case .signalled: exitCode = isStopping ? .well : .fault
        }
    }
}
