import Hermes
import JSON
import Rules
import Time

/// What `why` is asked: an event, and what the bot remembers when it comes.
public struct Question: Sendable {
    public enum Event: Sendable {
        /// A finished message with this text; role gateway: a device's text.
        case text(String)
        /// This frame, as it stands.
        case frame(String)
        /// This prompt. What a gateway always says may be left out: see `Question.frame(of:)`.
        case prompt(String)
    }

    public var event: Event
    /// `NAME=VALUE` each.
    public var variables: [String]
    /// The dialogue state; nil: none.
    public var state: String?
    /// When the bot connects.
    public var time: WallTime

    public init(_ event: Event, variables: [String] = [], state: String? = nil, at time: WallTime) {
        self.event = event
        self.variables = variables
        self.state = state
        self.time = time
    }

    /// The id of frames that are given none.
    public static let id = "why"

    /// The frame that comes to a bot of this role.
    func frame(to role: Role) throws(WhyFault) -> [UInt8] {
        switch event {
        case .text(let text): return Self.message(text, to: role)
        case .frame(let json):
            _ = try Self.object(json, flag: "--frame")
            return Array(json.utf8)
        case .prompt(let json):
            guard role == .device else {
                throw .question("a bot of role gateway shows prompts, and is shown none", hint: "use --frame or --text")
            }
            return try Self.prompt(json, named: "--prompt")
        }
    }

    /// What is wrong with the frame, if it is none.
    func malformed(_ frame: [UInt8], to role: Role) -> MalformedFrame? {
        let fault: FrameFault
        switch role {
        case .device:
            guard case .malformed(let found) = GatewayFrame.decode(frame.span) else { return nil }
            fault = found
        case .gateway:
            guard case .malformed(let found) = DeviceFrame.decode(frame.span) else { return nil }
            fault = found
        }
        return MalformedFrame(fault, in: frame, given: given)
    }

    private var given: (flag: String, text: String)? {
        switch event {
        case .text: nil
        case .frame(let json): ("--frame", json)
        case .prompt(let json): ("--prompt", json)
        }
    }

    private static func message(_ text: String, to role: Role) -> [UInt8] {
        Array(
            JSONWriter.text { json in
                json.object { json in
                    json.member("t", role == .device ? "message" : "text")
                    json.member("id", id)
                    json.member("text", text)
                    guard role == .device else { return }
                    json.member("edit", false)
                    json.member("final", true)
                }
            }.utf8)
    }

    /// The prompt with what was left out: `t`, `id`, `kind` (exec_approval), `text` (the command), and the `options` that
    /// the kind always has. An option may be its id alone, as in a rule file.
    /// - Parameters:
    ///   - name: what the object is called in a fault.
    ///   - id: where it has none.
    public static func prompt(
        _ json: String, named name: String, id: String = Question.id
    ) throws(WhyFault) -> [UInt8] {
        if json.first(where: { !$0.isWhitespace }) != "{" { throw bare(json, named: name) }
        let object = try object(json, flag: name)
        var kind = "exec_approval"
        if case .string(let own)? = object["kind"]?.kind { kind = own }
        let added = JSONWriter.text { out in
            out.object { out in
                if object["t"] == nil { out.member("t", "prompt") }
                if object["id"] == nil { out.member("id", id) }
                if object["kind"] == nil { out.member("kind", kind) }
                if object["text"] == nil {
                    if case .string(let command)? = object["command"]?.kind { out.member("text", command) }
                }
                guard object["options"] == nil, let options = offered[kind] else { return }
                out.key("options")
                out.array { out in
                    for option in options {
                        out.object { out in
                            out.member("id", option)
                            out.member("label", option)
                        }
                    }
                }
            }
        }
        // What was given comes first, so that its places stay what they were.
        let own = withWholeOptions(json, object)
        guard let end = own.lastIndex(of: UInt8(ascii: "}")), added.utf8.count > 2 else { return own }
        let isEmpty = if case .object(let members) = object.kind { members.isEmpty } else { true }
        return own[..<end] + Array((isEmpty ? "" : ",").utf8) + Array(added.utf8.dropFirst())
    }

    /// A command where the object round it should stand.
    private static func bare(_ text: String, named name: String) -> WhyFault {
        let isCommand = text.first?.isLetter ?? false && !text.contains { $0 == "'" || $0.isNewline }
        let command = isCommand ? text : "git status"
        let form = "{\"command\": \(JSONWriter.text { $0.string(command) })}"
        // A flag's value goes through a shell.
        return .question("\(name) takes an object", hint: name + " " + (name.hasPrefix("-") ? "'\(form)'" : form))
    }

    private static func withWholeOptions(_ json: String, _ object: LocatedTree.Node) -> [UInt8] {
        var bytes = Array(json.utf8)
        guard case .array(let options)? = object["options"]?.kind else { return bytes }
        for option in options.reversed() {
            guard case .string = option.kind else { continue }
            let id = Array(bytes[option.range])
            bytes.replaceSubrange(
                option.range, with: Array(#"{"id":"#.utf8) + id + Array(#","label":"#.utf8) + id + Array("}".utf8))
        }
        return bytes
    }

    private static let offered = [
        "exec_approval": ["once", "session", "always", "deny"], "slash_confirm": ["once", "always", "cancel"],
    ]

    private static func object(_ json: String, flag: String) throws(WhyFault) -> LocatedTree.Node {
        let source = SourceText(path: flag, bytes: Array(json.utf8))
        let tree = source.tree
        let faults = source.syntaxDiagnostics
        if !faults.isEmpty { throw .malformed(DiagnosticPrinter(source: source).text(of: faults)) }
        guard let root = tree.root, case .object = root.kind, tree.comments.isEmpty else {
            throw .question("\(flag) takes one JSON object", hint: #"such as '{"t":"typing"}'"#)
        }
        return root
    }
}
