import JSON
import Rules

/// Frames as people read them.
enum FrameText {
    /// The frame as JSON, with a long body told by its size alone.
    static func withoutBodies(_ frame: [UInt8]) -> String {
        let tree = LocatedTree.parse(frame)
        guard tree.faults.isEmpty, let root = tree.root, case .object(let members) = root.kind,
            let body = root["data"]?.text, body.utf8.count > 120
        else { return String(decoding: frame, as: UTF8.self) }
        return JSONWriter.text { json in
            json.object { json in
                for member in members {
                    json.key(member.key)
                    if member.key == "data" {
                        json.string("(\(Base64.decodedCount(body.utf8.span)) bytes)")
                    } else {
                        json.node(member.value, in: frame)
                    }
                }
            }
        }
    }
}
