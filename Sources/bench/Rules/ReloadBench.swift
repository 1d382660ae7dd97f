import Drive
import Foundation
import Net
import Runner
import Time

// A bot of a thousand rules answers message after message, and its rule file is read anew again and again meanwhile.

extension Benchmark {
    static let reload = measuring(
        "reload", arguments: "[RELOADS]",
        about: "reads a rule file of 1,000 rules anew while its bot answers message after message"
    ) { arguments, report in
        let reloads = arguments.first.flatMap(Int.init) ?? 100
        let folder = NSTemporaryDirectory() + "/talaria-reload-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/bench.json"
        try Data(RuleWorkload(rules: 1000, texts: 0, seed: 1).echoing).write(to: URL(fileURLWithPath: path))

        let loop = try Loop()
        let traffic = try ReloadTraffic(loop)
        defer { traffic.sockets.shutdown() }
        var settings = RunSettings()
        settings.url = traffic.url
        settings.state = folder + "/state"
        var style = Journal.Style()
        style.level = .error
        let fleet = try Fleet(
            settings, sources: [try BotSource(path: path, paint: Paint(isOn: false))], fallback: nil, loop: loop,
            journal: Journal(style))
        try fleet.start()
        guard loop.run(atMost: .seconds(20), until: { traffic.answers > 100 }) else {
            throw BenchmarkFault("the bot does not answer")
        }
        var times: [Double] = []
        var passed: [Double] = []
        for _ in 0..<reloads {
            let before = traffic.answers
            passed.append(
                microseconds { times.append(microseconds(CLOCK_THREAD_CPUTIME_ID) { fleet.reload() } / 1000) } / 1000)
            guard loop.run(atMost: .seconds(20), until: { traffic.answers > before + 50 }) else {
                throw BenchmarkFault("the bot does not answer any more")
            }
        }
        traffic.isEnding = true
        _ = loop.run(atMost: .seconds(5)) { traffic.answers == traffic.sent }
        report.add("reload of 1,000 rules", "talaria", Samples(times), unit: "ms")
        report.add("the longest of \(reloads)", "talaria", times.max() ?? .nan, unit: "ms")
        report.add("the same by the clock, other processes included", "talaria", Samples(passed), unit: "ms")
        report.add("messages meanwhile", "talaria", Double(traffic.sent), unit: "")
        report.add("lost", "talaria", Double(traffic.sent - traffic.answers), unit: "")
        report.add("answered twice", "talaria", Double(traffic.repeated), unit: "")
        report.expect(.atMost(what: "reload of 1,000 rules", who: "talaria", 50))
        report.expect(.atMost(what: "lost", who: "talaria", 0))
        report.expect(.atMost(what: "answered twice", who: "talaria", 0))
    }
}

/// A gateway that always has twenty messages under way.
private final class ReloadTraffic: WebSocketDriver {
    private(set) var sockets: WebSockets!
    private(set) var url = ""
    private(set) var sent = 0
    private(set) var answers = 0
    private(set) var repeated = 0
    var isEnding = false
    private var seen: Set<String> = []

    init(_ loop: Loop) throws {
        sockets = WebSockets(loop: loop, driver: self)
        var settings = ListenSettings(try SocketAddress(parsing: "127.0.0.1:0"))
        settings.path = "/ws"
        url = "ws://\(try sockets.listen(settings).address)/ws"
    }

    private func say(_ text: String, _ connection: Connection) {
        _ = sockets.send(Array(text.utf8).span, .text, on: connection)
    }

    private func ask(_ connection: Connection) {
        say(#"{"t":"message","id":"m\#(sent)","text":"echo \#(sent)","edit":false,"final":true}"#, connection)
        sent += 1
    }

    func opened(_ connection: Connection, tag: Int, _ opening: Opening) {}

    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {
        let text = String(decoding: message.withUnsafeBufferPointer { Array($0) }, as: UTF8.self)
        if text.hasPrefix(#"{"t":"hello""#) {
            say(#"{"t":"ready"}"#, connection)
            for _ in 0..<20 { ask(connection) }
        } else if let answer = text.firstRange(of: "answer ") {
            if seen.insert(String(text[answer.upperBound...].prefix { $0.isNumber })).inserted {
                answers += 1
            } else {
                repeated += 1
            }
            if !isEnding { ask(connection) }
        }
    }

    func closed(_ connection: Connection, tag: Int, _ ending: Ending) {}
}
