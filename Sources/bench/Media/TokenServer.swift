import CSystem
import Glibc
import Net
import Scaffold
import Time

/// A chat endpoint that streams as models do: a word every so often, for all that ask at once, from one loop. It begins
/// when it is told to, and remembers when each word left.
final class TokenServer: LoopMember {
    final class Stream {
        fileprivate let socket: Int32
        fileprivate var head: [UInt8] = []
        fileprivate var next = Instant.zero
        /// Which question it answers; nil: it has not been read yet.
        fileprivate(set) var number: Int?
        /// When each word left.
        fileprivate(set) var sent: [Instant] = []

        fileprivate init(_ socket: Int32) { self.socket = socket }
    }

    var port: Int { listener.port }
    /// Streams by their question's number.
    private(set) var streams: [Int: Stream] = [:]
    private let words: Int
    private let pause: Interval
    private let loop: Loop
    private let listener = LoopbackListener(backlog: 1024, isBlocking: false)
    private var seat: Seat!
    private var open: [UInt64: Stream] = [:]
    private var live: [Stream] = []

    init(_ loop: Loop, words: Int, pause: Interval) throws {
        self.loop = loop
        self.words = words
        self.pause = pause
        seat = loop.join(self)
        try loop.watch(listener.descriptor, for: [.read], seat: seat, token: UInt64(listener.descriptor))
    }

    /// The words of an answer, in order: the first names it.
    func word(_ index: Int, of number: Int) -> String {
        (index == 0 ? "s\(number)" : "w\(index)") + (index == words - 1 ? "" : " ")
    }

    func text(of number: Int) -> String { (0..<words).map { word($0, of: number) }.joined() }

    /// All begin now, each a little after the one before it.
    func begin() {
        live = streams.values.sorted { ($0.number ?? 0) < ($1.number ?? 0) }
        for (index, stream) in live.enumerated() {
            stream.next = loop.now.instant + Interval(nanoseconds: pause.nanoseconds * Int64(index) / Int64(live.count))
        }
        tick()
    }

    var isDone: Bool { live.isEmpty && !streams.isEmpty }

    func end() {
        for socket in open.keys { close(Int32(socket)) }
        listener.close()
        loop.leave(seat)
    }

    // MARK: The loop's calls

    func ready(_ token: UInt64, _ readiness: Readiness) {
        if token == UInt64(listener.descriptor) {
            while true {
                let socket = accept4(
                    listener.descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
                if socket < 0 { return }
                open[UInt64(socket)] = Stream(socket)
                try? loop.watch(socket, for: [.read], seat: seat, token: UInt64(socket))
            }
        }
        guard let stream = open[token] else { return }
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(stream.socket, &buffer, buffer.count, 0)
        if count > 0 {
            stream.head += buffer[..<count]
            take(stream)
        } else if count == 0 || readiness.contains(.hangUp) {
            open[token] = nil
            loop.unwatch(stream.socket)
            close(stream.socket)
        }
    }

    /// The question ends `... NUMBER"}` in the request's one message.
    private func take(_ stream: Stream) {
        guard stream.number == nil else { return }
        let text = String(decoding: stream.head, as: UTF8.self)
        guard let question = text.firstRange(of: "\"content\":\"ask"), text.hasSuffix("}") else { return }
        let digits = text[question.upperBound...].drop { $0 != " " }.dropFirst().prefix { $0.isNumber }
        guard let number = Int(digits) else { return }
        stream.number = number
        streams[number] = stream
        say(stream, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
    }

    func fired(_ timer: Timer, token: Int) { tick() }

    private func tick() {
        let now = Loop.readClocks().instant
        for stream in live where stream.next <= now {
            let word = word(stream.sent.count, of: stream.number ?? 0)
            stream.sent.append(Loop.readClocks().instant)
            say(stream, #"data: {"choices":[{"index":0,"delta":{"content":"\#(word)"}}]}"# + "\n\n")
            stream.next = stream.next + pause
            if stream.sent.count == words {
                say(
                    stream,
                    #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"# + "\n\ndata: [DONE]\n\n")
                shutdown(stream.socket, Int32(SHUT_WR))
            }
        }
        live.removeAll { $0.sent.count == words }
        if !live.isEmpty { _ = loop.arm(at: loop.now.instant + .milliseconds(1), seat: seat, token: 0) }
    }

    private func say(_ stream: Stream, _ text: String) {
        let bytes = Array(text.utf8)
        _ = send(stream.socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
