import CSystem
import Foundation

/// The real binary at work: what it says is read as it comes.
final class RunningTalaria: @unchecked Sendable {
    // Safe: what the reading thread changes is guarded by `changed`.
    private let process = Process()
    private let changed = NSCondition()
    private var said = ""

    init(_ words: [String], in folder: String, environment: [String: String] = [:]) throws {
        process.executableURL = URL(fileURLWithPath: Talaria.path)
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = environment.merging(Talaria.surroundings) { own, _ in own }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let handle = errors.fileHandleForReading
        Thread.detachNewThread { [self] in
            while case let bytes = handle.availableData, !bytes.isEmpty {
                changed.withLock {
                    said += String(decoding: bytes, as: UTF8.self)
                    changed.broadcast()
                }
            }
        }
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    var text: String { changed.withLock { said } }

    /// Waits until it has said so, for 20 s at most; the lines that hold it.
    @discardableResult
    func says(_ text: String, times: Int = 1) -> [String] {
        changed.withLock {
            let limit = Date(timeIntervalSinceNow: 20)
            while true {
                let lines = said.split(separator: "\n").map(String.init).filter { $0.contains(text) }
                if lines.count >= times || !changed.wait(until: limit) { return lines }
            }
        }
    }

    /// Its child processes.
    var children: [Int32] {
        let id = process.processIdentifier
        let text = (try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { Int32($0) }
    }

    func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits until it has ended; its exit code.
    func ending() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
