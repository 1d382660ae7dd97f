import Foundation

/// The talaria binary that stands beside this one, running; and how much private memory it had at most.
final class Shipped: @unchecked Sendable {
    let process = Process()
    private let log: URL
    private let lock = NSLock()
    private var most = Footprint()
    private var isOver = false

    /// - Parameter folder: for its log; it is started there.
    init(_ words: [String], in folder: String, environment: [String: String] = [:]) throws {
        let talaria = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("talaria").path
        guard FileManager.default.isExecutableFile(atPath: talaria) else {
            throw BenchmarkFault(
                "there is no \(talaria): swift build -c release --static-swift-stdlib --product talaria")
        }
        log = URL(fileURLWithPath: folder + "/talaria.log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        process.executableURL = URL(fileURLWithPath: talaria)
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: log)
        try process.run()
        let identifier = process.processIdentifier
        Thread.detachNewThread { [self] in
            while !lock.withLock({ isOver }) {
                if let now = Footprint(of: identifier) { lock.withLock { most.grow(to: now) } }
                usleep(20_000)
            }
        }
    }

    /// Seen every 20 ms.
    var mostMemory: Footprint { lock.withLock { most } }

    /// What it said on standard error.
    var said: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    func stop() {
        lock.withLock { isOver = true }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// Megabytes of a process.
struct Footprint {
    /// What no other process maps at the time. Where just one runs the program, the pages of its file that it has touched
    /// count too, although they are the file cache's.
    var own = 0.0
    /// What of it is backed by no file: heaps, stacks, data.
    var anonymous = 0.0

    init() {}

    init?(of process: Int32) {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8) else {
            return nil
        }
        func megabytes(_ field: String) -> Double {
            let kibibytes = text.split(separator: "\n").filter { $0.hasPrefix(field) }
                .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Double($0) } }
            return kibibytes.reduce(0, +) * 1024 / 1e6
        }
        own = megabytes("Private_")
        anonymous = megabytes("Anonymous:")
    }

    mutating func grow(to other: Footprint) {
        own = max(own, other.own)
        anonymous = max(anonymous, other.anonymous)
    }
}

/// A fresh folder for one benchmark, removed after.
struct BenchFolder: ~Copyable {
    let path: String

    init(_ name: String) throws {
        path = NSTemporaryDirectory() + "/talaria-\(name)-\(getpid())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
