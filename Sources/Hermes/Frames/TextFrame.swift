import JSON

/// A whole text from a device.
public struct TextFrame: Sendable, Equatable {
    /// A UUID, made by the device.
    public var id: String
    public var text: String

    public init(id: String, text: String) {
        self.id = id
        self.text = text
    }

    init(_ fields: borrowing Fields) throws(FrameFault) {
        id = try fields.text(.id)
        text = try fields.text(.text)
    }

    /// Appends the frame as JSON.
    public func encode(into out: inout [UInt8]) {
        out.append(literal: #"{"t":"text","id":"#)
        out.append(jsonString: id)
        out.append(literal: #","text":"#)
        out.append(jsonString: text)
        out.append(UInt8(ascii: "}"))
    }
}
