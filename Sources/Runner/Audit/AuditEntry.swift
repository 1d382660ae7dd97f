import Bot
import Drive
import JSON
import Time

/// What a record of the audit log says beyond the chain: when, which bot by which file, and what was decided.
enum AuditEntry {
    /// One JSON object.
    static func bytes(_ record: AuditRecord, source: BotSource, at time: WallTime) -> [UInt8] {
        var fields: [(String, String)] = [
            ("time", time.iso8601), ("bot", source.file.name), ("file", source.file.path), ("file_sha256", source.hash),
            ("stage", record.stage.rawValue), ("prompt", record.prompt), ("kind", record.kind), ("text", record.text),
        ]
        let optional: [(String, String?)] = [
            ("command", record.command), ("parse", record.parse), ("rule", record.rule),
            ("place", record.place.map { "\($0.line):\($0.column)" }), ("option", record.option),
            ("answer_text", record.answerText), ("applied", record.applied), ("reason", record.reason),
        ]
        for case (let name, let value?) in optional { fields.append((name, value)) }
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        for (name, value) in fields {
            bytes.append(jsonString: name)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(jsonString: value)
            bytes.append(UInt8(ascii: ","))
        }
        bytes.append(jsonString: "offered")
        bytes += [UInt8(ascii: ":"), UInt8(ascii: "[")]
        for (index, option) in record.offered.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(jsonString: option)
        }
        bytes += Array("],\"by_hand\":\(record.byHand)}".utf8)
        return bytes
    }
}

extension AuditRecord {
    /// It lets a command run: an exec_approval that is answered with anything but `deny`.
    var lets: Bool {
        (stage == .decided || stage == .resent) && kind == "exec_approval" && option?.lowercased() != "deny"
    }
}
