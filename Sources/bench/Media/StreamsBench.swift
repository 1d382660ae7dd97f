import Foundation
import Net
import Hermes
import Time

// Many AI replies at once through one bot: how long after a word came its edit goes out, beyond the time that `every`
// makes it wait. The far end, the model and the clock are one process.

extension Benchmark {
    static let streams = measuring(
        "streams", arguments: "[COUNT]",
        about: "500 AI replies that stream at once through one bot of the talaria binary beside this one"
    ) { arguments, report in
        let count = arguments.first.flatMap(Int.init) ?? 500
        let folder = try BenchFolder("streams")
        let bench = try StreamsBench(count: count, folder: folder.path)
        try bench.run(&report)
    }
}

private final class StreamsBench {
    static let every = Interval.milliseconds(400)
    static let words = 80
    static let pause = Interval.milliseconds(50)

    private struct Reply {
        var number = -1
        var shown = 0
        var last: Instant?
        var text = ""
        var isFinal = false
    }

    let count: Int
    let folder: String
    let end: FarEnd
    let model: TokenServer
    private var replies: [String: Reply] = [:]
    private var delays: [Double] = []
    private var edits = 0
    private var finals = 0

    init(count: Int, folder: String) throws {
        self.count = count
        self.folder = folder
        end = try FarEnd()
        model = try TokenServer(end.loop, words: Self.words, pause: Self.pause)
        // At most 100 runs of one rule act at once.
        let groups = (count + 99) / 100
        let rules = (0..<groups).map { group in
            #"""
            { "id": "ask\#(group)", "on": "message", "on_overlap": "parallel", "when": { "text": { "starts_with": "ask\#(group) " } },
              "do": [{ "ask_ai": { "url": "http://127.0.0.1:\#(model.port)/v1/chat/completions", "model": "m", "timeout": "5m",
                                   "stream": { "by": "word", "every": "\#(Self.every.text)" } } }] }
            """#
        }
        let file = #"{ "version": 1, "name": "a", "rules": [\#(rules.joined(separator: ","))] }"#
        try Data(file.utf8).write(to: URL(fileURLWithPath: folder + "/streams.json"))
        end.heard = { [unowned self] frame, _ in if case .message(let message) = frame { take(message) } }
    }

    func run(_ report: inout Report) throws {
        let url = try end.listen()
        let talaria = try Shipped(
            ["run", "streams.json", "--url", url, "--state", folder + "/state", "--quiet"], in: folder)
        defer { talaria.stop() }
        try end.wait("connecting") { end.device != nil }
        for number in 0..<count {
            end.say(
                #"{"t":"message","id":"m\#(number)","text":"ask\#(number / 100) \#(number)","edit":false,"final":true}"#
            )
        }
        try end.wait("asking") { model.streams.count == count }
        model.begin()
        try end.wait("streaming", atMost: .seconds(120)) { finals == count || end.device == nil }
        let wrong = replies.values.count { !$0.isFinal || $0.text != model.text(of: $0.number) }
        if finals < count || wrong > 0 {
            throw BenchmarkFault(
                "\(finals) of \(count) replies ended, \(wrong) not as they should:\n\(talaria.said.suffix(2000))")
        }
        let samples = Samples(delays)
        report.add("word to edit, median", "talaria", samples.percentile(0.5), unit: "ms")
        report.add("word to edit, p99", "talaria", samples.percentile(0.99), unit: "ms")
        report.add("private memory", "talaria", talaria.mostMemory.own, unit: "MB")
        report.expect(.atMost(what: "word to edit, median", who: "talaria", 5))
        report.remark(
            "\(count) replies of \(Self.words) words, one each \(Self.pause.text), every \(Self.every.text): \(edits) edits; every final text equal"
        )
        model.end()
        end.sockets.shutdown()
    }

    private func take(_ message: MessageFrame) {
        let now = Loop.readClocks().instant
        var reply = replies[message.id] ?? Reply()
        let words = message.text.split(separator: " ")
        if reply.number < 0, let first = words.first { reply.number = Int(first.dropFirst()) ?? -1 }
        if words.count > reply.shown, let sent = model.streams[reply.number]?.sent, reply.shown < sent.count {
            // The first word that this edit shows, and the end of the pause that `every` asks for.
            let due = max(sent[reply.shown], reply.last.map { $0 + Self.every } ?? .zero)
            delays.append(Double((now - due).nanoseconds) / 1e6)
            edits += 1
        }
        reply.shown = words.count
        reply.last = now
        reply.text = message.text
        if message.final {
            reply.isFinal = true
            finals += 1
        }
        replies[message.id] = reply
    }
}
