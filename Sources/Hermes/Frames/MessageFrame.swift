import JSON

/// A message, or one state of a message that grows; from a gateway, and in our extension from a device.
public struct MessageFrame: Sendable, Equatable {
    public var id: String
    public var text: String
    /// `text` replaces what the id had (or begins it); else it is appended to what the id had.
    public var edit: Bool
    /// The last state. Absent: it is not.
    public var final: Bool

    public init(id: String, text: String, edit: Bool, final: Bool) {
        self.id = id
        self.text = text
        self.edit = edit
        self.final = final
    }

    init(_ fields: borrowing Fields) throws(FrameFault) {
        id = try fields.text(.id)
        text = try fields.text(.text)
        edit = try fields.flag(.edit)
        final = try fields.flag(.final)
    }

    /// Appends the frame as JSON.
    public func encode(into out: inout [UInt8]) {
        out.append(literal: #"{"t":"message","id":"#)
        out.append(jsonString: id)
        out.append(literal: #","text":"#)
        out.append(jsonString: text)
        out.append(literal: edit ? #","edit":true"# : #","edit":false"#)
        out.append(literal: final ? #","final":true}"# : #","final":false}"#)
    }
}
