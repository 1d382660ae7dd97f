import JSON

/// What of a frame is kept: everything but tokens and media bodies; with `texts`, no text that people wrote either.
struct Redaction {
    var texts: Bool
    /// Takes tokens out of a text, wherever a peer may have put one.
    var conceal: (String) -> String
    var digest: ([UInt8]) -> String

    /// Keys whose values people wrote.
    private static let personal: Set<String> = [
        "text", "caption", "filename", "label", "message", "command", "name", "url", "avatar_url", "reason",
    ]

    /// Writes the frame; what is no JSON object is written as a text.
    func write(_ frame: [UInt8], to json: inout JSONWriter) {
        let tree = LocatedTree.parse(frame)
        guard tree.faults.isEmpty, let root = tree.root, case .object = root.kind else {
            return json.string(kept(String(decoding: frame, as: UTF8.self), under: "text"))
        }
        write(root, under: "", of: frame, to: &json)
    }

    private func write(_ node: LocatedTree.Node, under key: String, of frame: [UInt8], to json: inout JSONWriter) {
        switch node.kind {
        case .object(let members):
            json.object { json in
                for member in members {
                    json.key(conceal(member.key))
                    write(member.value, under: member.key, of: frame, to: &json)
                }
            }
        case .array(let nodes):
            json.array { json in for node in nodes { write(node, under: key, of: frame, to: &json) } }
        case .string(let text):
            guard key == "data", let reference = MediaReference(text, hasHead: !texts, digest) else {
                return json.string(kept(text, under: key))
            }
            reference.write(to: &json)
        case .number: json.raw(String(decoding: frame[node.range], as: UTF8.self))
        case .bool(let flag): json.bool(flag)
        case .null: json.null()
        }
    }

    /// A text as it may stand in a recording.
    func kept(_ text: String, under key: String) -> String {
        if key == "token" { return text.isEmpty ? "" : "•••" }
        if texts, Self.personal.contains(key) { return Self.replaced(text) }
        return conceal(text)
    }

    /// A text that tells only how long the one was.
    static func replaced(_ text: String) -> String { text.isEmpty ? "" : "[\(text.count) characters]" }
}
