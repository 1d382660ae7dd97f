import Foundation

// How long the shipped binary takes from its start to `ready`, and what memory is its own when it is connected. The
// binary stands beside this one: swift build -c release --static-swift-stdlib.

extension Benchmark {
    static let start = measuring(
        "start", arguments: "[RUNS]",
        about: "starts the talaria binary beside this one, until it is ready on loopback; and its private memory"
    ) { arguments, report in
        let runs = arguments.first.flatMap(Int.init) ?? 21
        let talaria = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("talaria").path
        guard FileManager.default.isExecutableFile(atPath: talaria) else {
            throw BenchmarkFault(
                "there is no \(talaria): swift build -c release --static-swift-stdlib --product talaria")
        }
        let folder = NSTemporaryDirectory() + "/talaria-start-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bot = #"{ "version": 1, "name": "a", "rules": [{ "id": "r", "on": "message", "do": [{ "reply": "x" }] }] }"#
        try Data(bot.utf8).write(to: URL(fileURLWithPath: folder + "/a.json"))

        let gateway = try Started(talaria, ["serve", "--listen", "127.0.0.1:0"])
        defer { gateway.stop() }
        let line = try gateway.line { $0.contains("listening on ws://") }
        guard let url = line.split(separator: " ").first(where: { $0.hasPrefix("ws://") }) else {
            throw BenchmarkFault("the gateway did not say where it listens")
        }
        var times: [Double] = []
        var memory: [Double] = []
        for run in 0...runs {
            let began = DispatchTime.now().uptimeNanoseconds
            let device = try Started(
                talaria, ["run", folder + "/a.json", "--url", String(url), "--state", folder + "/state"])
            _ = try device.line { $0.contains("← ready") }
            // The first run makes the state folder, and warms the disk's cache.
            if run > 0 { times.append(Double(DispatchTime.now().uptimeNanoseconds - began) / 1e6) }
            memory.append(try Self.privateMemory(of: device.process.processIdentifier))
            device.stop()
        }
        report.add("start to ready", "talaria", Samples(times), unit: "ms")
        report.add("private memory, connected", "talaria", Samples(memory), unit: "MB")
        report.expect(.atMost(what: "start to ready", who: "talaria", 30))
        report.expect(.atMost(what: "private memory, connected", who: "talaria", 6))
    }

    /// Megabytes that are the process's alone: what it shares with others, such as C libraries, does not count.
    private static func privateMemory(of process: Int32) throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
        let kibibytes = text.split(separator: "\n").filter { $0.hasPrefix("Private_") }
            .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Double($0) } }
        return kibibytes.reduce(0, +) * 1024 / 1e6
    }
}

/// A process that was started here, and what it says on standard error.
private final class Started {
    let process = Process()
    private let errors = Pipe()
    private var buffer: [UInt8] = []

    init(_ path: String, _ words: [String]) throws {
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
    }

    /// The first line that is wanted.
    func line(_ isWanted: (String) -> Bool) throws -> String {
        while true {
            while let end = buffer.firstIndex(of: 0x0A) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeSubrange(...end)
                if isWanted(line) { return line }
            }
            let more = errors.fileHandleForReading.availableData
            if more.isEmpty { throw BenchmarkFault("the process ended before it said what was awaited") }
            buffer += more
        }
    }

    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
