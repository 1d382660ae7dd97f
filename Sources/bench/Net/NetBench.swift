import Foundation

// Our client beside others on the same server in one run: what a round trip costs, and what an idle connection holds.
// Every contender is a process of its own; CPU is what the kernel charged to it, not time on a clock.

extension Benchmark {
    static let net = measuring(
        "net", arguments: "[--python FILE] [SECONDS]",
        about: "CPU of 100-byte echoes beside Node's ws and picows, and memory of idle ws and wss connections"
    ) { arguments, report in
        var arguments = arguments
        var python = "python3"
        if let flag = arguments.firstIndex(of: "--python"), flag + 1 < arguments.count {
            python = arguments[flag + 1]
            arguments.removeSubrange(flag...(flag + 1))
        }
        let seconds = arguments.first.flatMap { Int($0) } ?? 3
        try echoes(&report, seconds: seconds, python: python)
        try idle(&report)
    }

    private static func echoes(_ report: inout Report, seconds: Int, python: String) throws {
        let server = try NetChild(ours: ["echo-server", "0"])
        defer { server.end() }
        let url = try server.url()
        for count in [100, 1000] {
            let tail = [url, "\(count)", "\(seconds)"]
            let contenders: [(who: String, command: [String])] = [
                ("talaria", NetChild.ours(["net-client", "echo"] + tail)),
                ("node-ws", ["node", "-e", NetPeers.node] + tail),
                ("picows", [python, "-c", NetPeers.picows] + tail),
            ]
            let what = "\(count) connections"
            var costs = [[Double]](repeating: [], count: contenders.count)
            for _ in 0..<3 {
                for (index, contender) in contenders.enumerated() {
                    if let cost = try costPer100k(contender.command) { costs[index].append(cost) }
                }
            }
            for (contender, samples) in zip(contenders, costs) {
                if samples.isEmpty {
                    report.remark("\(contender.who) did not run at \(what): is it installed?")
                } else {
                    report.add(what, contender.who, Samples(samples), unit: "CPU s/100k")
                }
            }
            report.expect(.ratio(what: what, over: "node-ws", atLeast: 2))
        }
    }

    /// CPU seconds per 100,000 round trips, from what a client printed.
    private static func costPer100k(_ command: [String]) throws -> Double? {
        let client = try NetChild(command)
        defer { client.end() }
        guard let words = client.line()?.split(separator: " "), words.count == 2, let trips = Double(words[0]),
            let cpu = Double(words[1]), trips > 0
        else { return nil }
        return cpu / trips * 100_000
    }

    private static func idle(_ report: inout Report) throws {
        let certificate = try NetCertificate()
        let rows: [(what: String, count: Int, server: [String], client: [String], most: Double)] = [
            ("idle ws of 10,000", 10_000, [], [], 300),
            ("idle wss of 1,000", 1000, [certificate.file, certificate.key], [certificate.file], 30 * 1024),
        ]
        for row in rows {
            let server = try NetChild(ours: ["echo-server", "0"] + row.server)
            defer { server.end() }
            let client = try NetChild(ours: ["net-client", "idle", try server.url(), "\(row.count)"] + row.client)
            defer { client.end() }
            guard client.line() == "warm" else { throw BenchmarkFault("\(row.what): no connection opened") }
            let before = (client.resident(), server.resident())
            client.say()
            guard client.line() == "open" else { throw BenchmarkFault("\(row.what): not all connections opened") }
            let growth = (client.resident() - before.0, server.resident() - before.1)
            report.add(row.what, "talaria", growth.0 / Double(row.count), unit: "bytes")
            report.add(row.what, "our server", growth.1 / Double(row.count), unit: "bytes")
            report.expect(.atMost(what: row.what, who: "talaria", row.most))
        }
    }
}

/// A process that a benchmark starts and ends.
private final class NetChild {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest: [UInt8] = []

    /// This program with other arguments.
    static func ours(_ arguments: [String]) -> [String] { ["/proc/self/exe"] + arguments }

    convenience init(ours arguments: [String]) throws { try self.init(NetChild.ours(arguments)) }

    init(_ command: [String]) throws {
        let isPath = command[0].contains("/")
        let program = isPath ? URL(fileURLWithPath: command[0]).resolvingSymlinksInPath().path : "/usr/bin/env"
        process.executableURL = URL(
            fileURLWithPath: command[0] == "/proc/self/exe" ? program : isPath ? command[0] : program)
        process.arguments = Array(isPath ? command.dropFirst() : command[...])
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch { throw BenchmarkFault("cannot start \(command[0]): \(error)") }
    }

    /// The next line that it prints; nil once it has ended.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            rest += more
        }
    }

    /// Where a server says that it listens.
    func url() throws -> String {
        guard let url = line()?.split(separator: " ").last else { throw BenchmarkFault("our server did not start") }
        return String(url)
    }

    func say() { input.fileHandleForWriting.write(Data([0x0A])) }

    /// Bytes of its memory that are resident.
    func resident() -> Double {
        let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/statm", encoding: .utf8)
        let pages = text?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    func end() {
        process.terminate()
        process.waitUntilExit()
    }
}

/// A certificate for 127.0.0.1 that is its own authority, in a folder that goes with it.
private final class NetCertificate {
    let file: String
    let key: String
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("talaria-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        file = folder.appendingPathComponent("certificate.pem").path
        key = folder.appendingPathComponent("key.pem").path
        let child = try NetChild([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
            "-out", file, "-days", "2", "-subj", "/CN=bench", "-addext", "subjectAltName=IP:127.0.0.1", "-batch",
        ])
        while child.line() != nil {}
        guard FileManager.default.fileExists(atPath: file) else { throw BenchmarkFault("openssl made no certificate") }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
