import Files
import Foundation
import Hermes
import JSON
import Net
import Time

// Files over loopback: what a bot sends and receives beside what curl moves, in one run, with the private memory of the
// bot's process. The far end hashes what comes, for both alike.

extension Benchmark {
    static let media = measuring(
        "media", arguments: "[MEGABYTES]",
        about: "a large file sent and received by the talaria binary beside this one, and by curl; hostile web servers"
    ) { arguments, report in
        let size = (arguments.first.flatMap(Int.init) ?? 200) * 1_000_000
        let folder = try BenchFolder("media")
        let bench = try MediaBench(folder: folder.path, size: size)
        for _ in 0..<3 {
            try bench.send()
            try bench.curlSends()
            try bench.receive()
            try bench.curlReceives()
        }
        bench.fill(&report)
        try HostileBench.run(folder.path, &report)
    }
}

private final class MediaBench {
    let folder: String
    let path: String
    let size: Int
    let hash: String
    var sent: (talaria: [Double], curl: [Double]) = ([], [])
    var received: (talaria: [Double], curl: [Double]) = ([], [])
    var memory = (sending: Footprint(), receiving: Footprint())

    init(folder: String, size: Int) throws {
        self.folder = folder
        self.size = size
        path = folder + "/big.bin"
        // Bytes that nothing can pack: a cheap generator is enough.
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        var bytes = [UInt8](repeating: 0, count: size)
        bytes.withUnsafeMutableBytes { raw in
            for place in stride(from: 0, to: raw.count - 7, by: 8) {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                raw.storeBytes(of: state, toByteOffset: place, as: UInt64.self)
            }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        guard let hash = SHA256.hex(bytes) else { throw BenchmarkFault("OpenSSL does not hash") }
        self.hash = hash
        try write(
            "sender.json",
            #"[{ "id": "go", "on": "message", "do": [{ "media": { "file": "big.bin", "kind": "document" } }] }]"#)
        try write(
            "receiver.json",
            #"[{ "id": "keep", "on": "media", "do": [{ "reply": "joined" }, { "save": {} }, { "reply": "saved" }] }]"#)
    }

    private func write(_ name: String, _ rules: String) throws {
        let text =
            #"{ "version": 1, "name": "a", "receive": { "max_size": "2GB", "quota": "4GB" }, "rules": \#(rules) }"#
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }

    private func start(_ bot: String, _ end: FarEnd) throws -> Shipped {
        let url = try end.listen()
        let state = folder + "/state"
        try? FileManager.default.removeItem(atPath: state)
        let talaria = try Shipped(["run", bot, "--url", url, "--state", state, "--quiet"], in: folder)
        try end.wait("connecting") { end.device != nil }
        return talaria
    }

    private func seconds(since began: Instant) -> Double {
        Double((Loop.readClocks().instant - began).nanoseconds) / 1e9
    }

    // MARK: Talaria

    func send() throws {
        let end = try FarEnd()
        let hash = SHA256()
        var bytes: [UInt8] = []
        var parts = 0
        var isWhole = false
        end.heard = { frame, message in
            guard case .media(let media) = frame, case .data(let field) = media.body, media.part == parts else {
                return
            }
            bytes.removeAll(keepingCapacity: true)
            try? Base64.decode(insideJSONString: message.extracting(field.range), into: &bytes)
            hash.add(bytes)
            parts += 1
            isWhole = parts == media.parts
        }
        let talaria = try start("sender.json", end)
        defer { talaria.stop() }
        let began = Loop.readClocks().instant
        end.say(#"{"t":"message","id":"m1","text":"go","edit":false,"final":true}"#)
        try end.wait("sending", atMost: .seconds(120)) { isWhole || end.device == nil }
        sent.talaria.append(seconds(since: began))
        memory.sending.grow(to: talaria.mostMemory)
        guard hash.finish() == self.hash else {
            throw BenchmarkFault("what was sent is not what came:\n\(talaria.said)")
        }
        end.sockets.shutdown()
    }

    func receive() throws {
        let end = try FarEnd()
        var said: [String] = []
        end.heard = { frame, _ in if case .text(let text) = frame { said.append(text.text) } }
        let talaria = try start("receiver.json", end)
        defer { talaria.stop() }
        let began = Loop.readClocks().instant
        let split = MediaSplit(size: size)
        let head = MediaHead(id: "x1", kind: "document", mime: "application/octet-stream", filename: "big.bin")
        let file = try File.read(path)
        var raw: [UInt8] = []
        var frame: [UInt8] = []
        var part = 0
        func go() {
            while let range = split.range(ofPart: part), let device = end.device, end.sockets.queued(device) < 64 << 10
            {
                raw.removeAll(keepingCapacity: true)
                frame.removeAll(keepingCapacity: true)
                guard (try? file.read(range.count, at: range.lowerBound, appendTo: &raw)) == range.count else { return }
                split.encode(part: part, raw.span, head: head, into: &frame)
                guard end.say(frame) == .accepted else { return }
                part += 1
            }
        }
        end.drained = go
        go()
        try end.wait("receiving", atMost: .seconds(120)) { said.contains("joined") || end.device == nil }
        received.talaria.append(seconds(since: began))
        try end.wait("saving", atMost: .seconds(120)) { said.contains("saved") || end.device == nil }
        memory.receiving.grow(to: talaria.mostMemory)
        let saved = try Data(contentsOf: URL(fileURLWithPath: folder + "/state/media/big.bin"))
        guard SHA256.hex(saved) == hash else { throw BenchmarkFault("what was received is not what came") }
        end.sockets.shutdown()
    }

    // MARK: curl

    func curlSends() throws {
        let hash = SHA256()
        let server = PlainServer { head, body, answer in
            body { hash.add($0) }
            answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let began = Loop.readClocks().instant
        try curl(["-s", "-H", "Expect:", "-T", path, "http://127.0.0.1:\(server.port)/big.bin"], server)
        sent.curl.append(seconds(since: began))
        guard hash.finish() == self.hash else { throw BenchmarkFault("what curl sent is not what came") }
    }

    func curlReceives() throws {
        let path = path
        let size = size
        let server = PlainServer { _, _, answer in
            answer("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            guard let file = try? File.read(path) else { return }
            var bytes: [UInt8] = []
            for start in stride(from: 0, to: size, by: 256 << 10) {
                bytes.removeAll(keepingCapacity: true)
                _ = try? file.read(min(256 << 10, size - start), at: start, appendTo: &bytes)
                answer(bytes)
            }
        }
        let began = Loop.readClocks().instant
        try curl(["-s", "-o", folder + "/curl.bin", "http://127.0.0.1:\(server.port)/big.bin"], server)
        received.curl.append(seconds(since: began))
    }

    private func curl(_ words: [String], _ server: PlainServer) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        process.arguments = words
        try process.run()
        server.serveOne()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkFault("curl ended with \(process.terminationStatus)")
        }
    }

    // MARK: The report

    func fill(_ report: inout Report) {
        let megabytes = "\(size / 1_000_000) MB"
        report.add("send \(megabytes)", "talaria", Samples(sent.talaria), unit: "s")
        report.add("send \(megabytes)", "curl", Samples(sent.curl), unit: "s")
        report.add("receive \(megabytes)", "talaria", Samples(received.talaria), unit: "s")
        report.add("receive \(megabytes)", "curl", Samples(received.curl), unit: "s")
        report.add("private memory, sending", "talaria", memory.sending.own, unit: "MB")
        report.add("private memory, receiving", "talaria", memory.receiving.own, unit: "MB")
        report.add("anonymous memory, sending", "talaria", memory.sending.anonymous, unit: "MB")
        report.add("anonymous memory, receiving", "talaria", memory.receiving.anonymous, unit: "MB")
        report.expect(.ratio(what: "send \(megabytes)", over: "curl", atLeast: 1.0 / 3))
        report.expect(.ratio(what: "receive \(megabytes)", over: "curl", atLeast: 1.0 / 3))
        report.expect(.atMost(what: "private memory, sending", who: "talaria", 24))
        report.expect(.atMost(what: "private memory, receiving", who: "talaria", 24))
        report.remark("SHA-256 at the far end equal in every round; files go as base64 in frames of 3 MiB raw")
        report.remark(
            "private memory holds the touched pages of the program's file (the file cache's) while one process runs it; anonymous memory does not"
        )
    }
}
