import Hermes
import JSON
import Net
import Time
import WebSocket

/// A gateway on the test's own loop, as simple as it can be: `ready` for each hello, `typing` and the same text again for
/// each text.
final class FakeGateway: WebSocketDriver {
    /// What it does instead of answering well.
    enum Manner: Equatable {
        case kind
        /// Closes with 1008 after the hello.
        case denies
        /// Answers the hello with an error that is fatal, then closes with 1008.
        case rebuffs
        /// Answers the upgrade with 401.
        case refuses
        /// Says nothing to a hello.
        case ignores
        /// Says nothing to texts.
        case silent
        /// Sends each message twice.
        case repeats
        /// Shows typing at once, and answers so long after the text.
        case slow(Interval)
        /// From the third text on answers nothing for so long, then all that waited.
        case stalls(Interval)
        /// Breaks the connection at every third text.
        case breaks
        /// A prompt for each text, done as soon as it is answered.
        case prompts
    }

    let manner: Manner
    let loop: Loop
    private(set) var sockets: WebSockets!
    private(set) var url = ""
    private(set) var helloes: [String] = []
    private(set) var texts: [String] = []
    /// Of the texts.
    private(set) var ids: [String] = []
    /// Of the files that came, each with the raw bytes of its parts.
    private(set) var files: [String: [Int]] = [:]
    private var next = 0
    /// Answers that a stall holds back.
    private var held: [() -> Void] = []
    private var isStalling = false

    init(_ manner: Manner = .kind, loop: Loop) throws {
        self.manner = manner
        self.loop = loop
        sockets = WebSockets(loop: loop, driver: self)
        let listener = try sockets.listen(ListenSettings(SocketAddress(.loopback4, port: 0)))
        url = "ws://\(listener.address)/ws"
    }

    func opened(_ connection: Connection, tag: Int, _ opening: Opening) {}
    func closed(_ connection: Connection, tag: Int, _ ending: Ending) {}

    func admit(_ request: HTTPRequest) -> Admission {
        manner == .refuses ? .refuse(HTTPAnswer(status: 401)) : .accept(tag: 0)
    }

    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {
        guard case .frame(let frame) = DeviceFrame.decode(message) else { return }
        switch frame {
        case .hello(let hello):
            helloes.append(hello.device.id)
            switch manner {
            case .ignores: break
            case .denies: sockets.close(connection, code: 1008)
            case .rebuffs:
                say(#"{"t":"error","code":"auth_failed","message":"bad token","fatal":true}"#, connection)
                sockets.close(connection, code: 1008)
            default: say(#"{"t":"ready"}"#, connection)
            }
        case .text(let text):
            texts.append(text.text)
            ids.append(text.id)
            answer(text.text, connection)
        case .media(let media):
            guard case .data(let field) = media.body else { return }
            var bytes: [UInt8] = []
            try? Base64.decode(message.extracting(field.range), into: &bytes)
            files[media.head.id, default: []].append(bytes.count)
            if manner == .breaks, media.part == 1, files.count < 3 { sockets.drop(connection) }
        case .answer(let answer): say(#"{"t":"prompt_done","id":"\#(answer.prompt)","option_id":"c0"}"#, connection)
        default: break
        }
    }

    private func answer(_ text: String, _ connection: Connection) {
        next += 1
        let message = #"{"t":"message","id":"m\#(next)","text":"\#(text)","final":true}"#
        switch manner {
        case .silent, .denies, .rebuffs, .refuses, .ignores: break
        case .kind:
            say(#"{"t":"typing"}"#, connection)
            say(message, connection)
        case .breaks: if next.isMultiple(of: 3) { sockets.drop(connection) } else { say(message, connection) }
        case .repeats:
            say(message, connection)
            say(#"{"t":"message","id":"n\#(next)","text":"between","final":true}"#, connection)
            say(#"{"t":"message","id":"o\#(next)","text":"between","final":true}"#, connection)
            say(message, connection)
        case .slow(let time):
            say(#"{"t":"typing"}"#, connection)
            loop.after(time) { [weak self] _ in self?.say(message, connection) }
        case .stalls(let time):
            if next == 3 {
                isStalling = true
                loop.after(time) { [weak self] _ in self?.goOn() }
            }
            if isStalling {
                held.append { [weak self] in self?.say(message, connection) }
            } else {
                say(message, connection)
            }
        case .prompts:
            say(
                #"{"t":"prompt","id":"p\#(next)","kind":"clarify","text":"Which?","options":[{"id":"c0","label":"This"}]}"#,
                connection)
        }
    }

    private func goOn() {
        isStalling = false
        for answer in held { answer() }
        held = []
    }

    private func say(_ frame: String, _ connection: Connection) { sockets.send(Array(frame.utf8).span, on: connection) }

    /// Breaks every connection.
    func shutDown() { sockets.shutdown() }
}
