import Drive
import Files
import Hermes
import JSON
import Net
import Rules
import Time

@testable import Runner

/// A gateway of the tests' own, with one bot of a fleet that talks to it over loopback, on one loop.
final class FarEnd: WebSocketDriver {
    let loop: Loop
    private(set) lazy var sockets = WebSockets(loop: loop, driver: self)
    let folder: TemporaryFolder
    private(set) var fleet: Fleet!
    private(set) var device: Connection?
    /// Connections so far.
    private(set) var greeted = 0
    /// What the device sent, in order: `text X`, `media ID PART/PARTS`, `broken …` of a part that is no base64.
    private(set) var heard: [String] = []
    /// The parts of each connection's media, decoded.
    private(set) var bytes: [[UInt8]] = []
    private(set) var audio: [[UInt8]] = []
    /// Called when bytes have come that end no message.
    var onPiece: (FarEnd) -> Void = { _ in }
    /// Called with each part's number, before it is kept.
    var onPart: (FarEnd, Int) -> Void = { _, _ in }

    /// - Parameter rules: members of the rule file behind `version` and `name`; `URL` stands for this end's own.
    /// - Parameter folder: of an end before it, whose state the bot goes on with.
    init(
        _ members: String, files: [String: [UInt8]] = [:], journal: Journal? = nil, folder: TemporaryFolder? = nil
    ) throws {
        loop = try Loop()
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        for (name, bytes) in files { try Folder.replace(folder.path + "/" + name, with: bytes) }
        let listener = try sockets.listen(Net.ListenSettings(SocketAddress(parsing: "127.0.0.1:0")))
        let text = #"{ "version": 1, "name": "test", \#(members) }"#
        let source = try BotSource(
            bytes: Array(text.utf8), path: folder.path + "/test.json", folder: folder.path, paint: Paint(isOn: false))
        var settings = RunSettings()
        settings.url = "ws://\(listener.address)/ws"
        settings.state = folder.path + "/state"
        var style = Journal.Style()
        style.level = .error
        fleet = try Fleet(
            settings, sources: [source], fallback: nil, loop: loop, journal: journal ?? Journal(style, descriptor: 2))
        try fleet.start()
    }

    func opened(_ connection: Connection, tag: Int, _ opening: Opening) { device = connection }

    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {
        guard device == connection, case .frame(let frame) = DeviceFrame.decode(message) else { return }
        switch frame {
        case .hello:
            greeted += 1
            bytes.append([])
            say(#"{"t":"ready"}"#)
        case .text(let text): heard.append("text \(text.text)")
        case .media(let media):
            onPart(self, media.part)
            guard device == connection, case .data(let field) = media.body else { return }
            do {
                try Base64.decode(insideJSONString: message.extracting(field.range), into: &bytes[bytes.count - 1])
                heard.append("media \(media.head.id) \(media.part)/\(media.parts)")
            } catch { heard.append("broken \(media.head.id) \(media.part)/\(media.parts)") }
        case .audio(let sound):
            var wav: [UInt8] = []
            try? Base64.decode(insideJSONString: message.extracting(sound.data.range), into: &wav)
            audio.append(wav)
        default: break
        }
    }

    func heard(on connection: Connection, tag: Int) { onPiece(self) }

    func closed(_ connection: Connection, tag: Int, _ ending: Net.Ending) {
        if device == connection { device = nil }
    }

    func say(_ text: String) { if let device { sockets.send(Array(text.utf8).span, .text, on: device) } }

    /// A finished message of the gateway.
    func hear(_ text: String, id: String) {
        say(#"{"t":"message","id":"\#(id)","text":"\#(text)","edit":false,"final":true}"#)
    }

    /// The connection breaks.
    func cut() {
        guard let device else { return }
        self.device = nil
        sockets.drop(device)
    }

    /// Runs until it holds; false: it never did.
    func until(_ condition: () -> Bool) -> Bool { loop.run(atMost: .seconds(30), until: condition) }

    /// Names in a folder of the state, in order.
    func names(_ inner: String) -> [String] { ((try? Folder.names(folder.path + inner)) ?? []).sorted() }

    func end() {
        fleet.drain()
        loop.run(atMost: .seconds(1)) { fleet.members.allSatisfy { $0.outcome != nil } }
        for member in fleet.members { fleet.finish(member, code: 0) }
        sockets.shutdown()
        fleet.stage.sockets.shutdown()
    }
}
