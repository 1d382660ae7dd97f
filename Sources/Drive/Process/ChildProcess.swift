import CSystem
import Glibc
import Net

// A child says two things, each by a descriptor that the loop watches: that it is ready, by a byte on its descriptor 3,
// and that it has ended, by the kernel.

/// A process that runs this program again, in a process group of its own: a terminal's signals reach it by its parent
/// alone.
public final class ChildProcess: LoopMember {
    public enum Ending: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)

        /// Behind who it was: `ended with exit code 1`.
        public var text: String {
            switch self {
            case .exited(let code): "ended with exit code \(code)"
            case .signalled(let signal): "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
            }
        }
    }

    /// Where a child says that it is ready.
    static let door: Int32 = 3

    public let id: pid_t
    /// Of a child that talks: its standard input and output. The owner reads and closes them.
    public private(set) var input: Int32 = -1
    public private(set) var output: Int32 = -1
    private let loop: Loop
    private let isReady: () -> Void
    private let hasEnded: (Ending) -> Void
    private var life: Int32 = -1
    private var word: Int32 = -1
    private var seat: Seat?

    /// Starts it. It is held by the loop until it has ended.
    /// - Parameters:
    ///   - arguments: behind the program's name.
    ///   - environment: more variables, or other values.
    ///   - talks: its standard input and output are pipes to and from this process, not those of this process.
    ///   - isReady: it has called `sayReady`.
    ///   - hasEnded: called once, when its descriptors are closed and it is no child any more.
    public init(
        _ arguments: [String], environment: [String: String] = [:], talks: Bool = false, loop: Loop,
        isReady: @escaping () -> Void,
        hasEnded: @escaping (Ending) -> Void
    ) throws(ExitFault) {
        self.loop = loop
        self.isReady = isReady
        self.hasEnded = hasEnded
        var pipe: [Int32] = [-1, -1]
        guard pipe2(&pipe, O_CLOEXEC | O_NONBLOCK) == 0 else { throw Self.fault("make a pipe", errno) }
        defer { close(pipe[1]) }
        var down: [Int32] = [-1, -1]
        var up: [Int32] = [-1, -1]
        if talks, pipe2(&down, O_CLOEXEC) != 0 || pipe2(&up, O_CLOEXEC) != 0 {
            let error = errno
            for end in pipe.prefix(1) + down where end >= 0 { close(end) }
            throw Self.fault("make a pipe", error)
        }
        defer { for end in [down[0], up[1]] where end >= 0 { close(end) } }
        do throws(ExitFault) {
            id = try Self.spawn(arguments, environment, door: pipe[1], input: down[0], output: up[1])
        } catch {
            for end in [pipe[0], down[1], up[0]] where end >= 0 { close(end) }
            throw error
        }
        input = down[1]
        output = up[0]
        word = pipe[0]
        life = system_watch_process(id)
        let seat = loop.join(self)
        self.seat = seat
        do throws(NetFailure) {
            try loop.watch(word, for: .read, seat: seat, token: 0)
            try loop.watch(life, for: .read, seat: seat, token: 1)
        } catch {
            CSystem.kill(id, SIGKILL)
            end()
            throw ExitFault(.fault, error.text)
        }
    }

    public func signal(_ signal: ProcessSignal) { if seat != nil { CSystem.kill(id, signal.rawValue) } }

    /// Ends it at once, whatever it does.
    public func kill() { if seat != nil { CSystem.kill(id, SIGKILL) } }

    /// In a child: says that it is ready.
    public static func sayReady() {
        var byte: UInt8 = 1
        _ = write(door, &byte, 1)
        close(door)
    }

    public func ready(_ token: UInt64, _ readiness: Readiness) {
        guard seat != nil else { return }
        if token == 0 {
            var byte: UInt8 = 0
            let hasSpoken = read(word, &byte, 1) == 1
            loop.unwatch(word)
            if hasSpoken { isReady() }
        } else {
            hasEnded(end())
        }
    }

    @discardableResult
    private func end() -> Ending {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        if let seat { loop.leave(seat) }
        seat = nil
        close(word)
        if life >= 0 { close(life) }
        // wait(2): the low seven bits are the signal, the next byte the code.
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String: String], door: Int32, input: Int32, output: Int32
    ) throws(ExitFault) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, door, Self.door)
        if input >= 0 { posix_spawn_file_actions_adddup2(&actions, input, 0) }
        if output >= 0 { posix_spawn_file_actions_adddup2(&actions, output, 1) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What this process has blocked, to read it from a descriptor, the child would never see.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let variables = ProcessEnvironment.all.merging(environment) { $1 }
        var words = ([CommandLine.arguments.first ?? "talaria"] + arguments).map { strdup($0) } + [nil]
        var entries = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + entries { free(text) } }
        var child: pid_t = 0
        let error = posix_spawn(&child, "/proc/self/exe", &actions, &attributes, &words, &entries)
        guard error == 0 else { throw fault("start a process", error) }
        return child
    }

    private static func fault(_ doing: String, _ error: Int32) -> ExitFault {
        ExitFault(.fault, "cannot \(doing): \(String(cString: strerror(error)))")
    }
}
