import CSystem
import Foundation

/// The real binary at work: what it says is read as it comes. It does not outlive this value.
final class RunningTalaria {
    private let process = Process()
    private let said = Said()

    /// - Parameter isDeaf: it is started with all signals blocked, as by a thread that blocks them.
    init(
        _ words: [String], in folder: String, environment: [String: String] = [:], isDeaf: Bool = false
    ) throws {
        process.executableURL = URL(fileURLWithPath: Talaria.path)
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = environment.merging(Talaria.surroundings) { own, _ in own }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        var (blocked, before) = (sigset_t(), sigset_t())
        if isDeaf { sigfillset(&blocked) } else { sigemptyset(&blocked) }
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
        // The thread holds what was said, and not this value: else it would live for as long as the process does.
        let handle = errors.fileHandleForReading
        Thread.detachNewThread { [said] in
            while case let bytes = handle.availableData, !bytes.isEmpty { said.add(bytes) }
        }
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    var text: String { said.text }

    /// Waits until it has said so, for 20 s at most; the lines that hold it.
    @discardableResult
    func says(_ text: String, times: Int = 1) -> [String] {
        said.lines(with: text, times: times, until: Date(timeIntervalSinceNow: 20))
    }

    /// Its child processes.
    var children: [Int32] {
        let id = process.processIdentifier
        let text = (try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { Int32($0) }
    }

    func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits until it has ended; its exit code, or the signal that ended it.
    func ending() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}

/// What a process has said so far.
private final class Said: @unchecked Sendable {
    // Safe: `all` is guarded by `changed`.
    private let changed = NSCondition()
    private var all = ""

    var text: String { changed.withLock { all } }

    func add(_ bytes: Data) {
        changed.withLock {
            all += String(decoding: bytes, as: UTF8.self)
            changed.broadcast()
        }
    }

    /// Waits until so many lines hold the text; what there is by then.
    func lines(with text: String, times: Int, until limit: Date) -> [String] {
        changed.withLock {
            while true {
                let lines = all.split(separator: "\n").map(String.init).filter { $0.contains(text) }
                if lines.count >= times || !changed.wait(until: limit) { return lines }
            }
        }
    }
}
