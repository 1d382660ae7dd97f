// Writes JSON into the caller's bytes. Commas are the writer's care; that brackets match and that keys stand only in objects is
// the caller's. Frames of a fixed shape use `append(literal:)` and `append(jsonString:)` instead, which is faster still.

/// Builds one JSON text, compact, in the order of the calls.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8]
    private var needsComma = false

    /// Appends to bytes that are there.
    public init(_ bytes: consuming [UInt8] = []) { self.bytes = bytes }

    /// Appends a JSON text to `out`, in place.
    public static func append(to out: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        swap(&writer.bytes, &out)
        body(&writer)
        swap(&writer.bytes, &out)
    }

    /// A JSON text by itself.
    public static func text(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    // MARK: Containers

    /// `{`, the members that `members` writes, `}`.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        begin()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        members(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// `[`, the elements that `elements` writes, `]`.
    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        begin()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        elements(&self)
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// A member's key and colon; its value is written next.
    public mutating func key(_ key: String) {
        begin()
        bytes.append(jsonString: key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Values

    public mutating func string(_ text: String) {
        begin()
        bytes.append(jsonString: text)
    }

    public mutating func int(_ value: Int) {
        begin()
        bytes.append(jsonInt: value)
    }

    /// The shortest digits that read back as the same Double; a whole number is written without a fraction. JSON has no
    /// infinities and no NaN: they are written as null.
    public mutating func double(_ value: Double) {
        begin()
        if !value.isFinite {
            bytes.append(literal: "null")
        } else if value.magnitude < 0x1p53, Double(Int(value)) == value, value != 0 || value.sign == .plus {
            bytes.append(jsonInt: Int(value))
        } else {
            bytes.append(contentsOf: value.description.utf8)
        }
    }

    public mutating func bool(_ value: Bool) {
        begin()
        bytes.append(literal: value ? "true" : "false")
    }

    public mutating func null() {
        begin()
        bytes.append(literal: "null")
    }

    /// A value that is JSON text already.
    public mutating func raw(_ json: String) {
        begin()
        bytes.append(contentsOf: json.utf8)
    }

    // MARK: Members

    public mutating func member(_ key: String, _ text: String) {
        self.key(key)
        string(text)
    }

    public mutating func member(_ key: String, _ value: Int) {
        self.key(key)
        int(value)
    }

    public mutating func member(_ key: String, _ value: Double) {
        self.key(key)
        double(value)
    }

    public mutating func member(_ key: String, _ value: Bool) {
        self.key(key)
        bool(value)
    }

    /// Nothing at all if the text is nil.
    public mutating func member(_ key: String, ifPresent text: String?) {
        if let text { member(key, text) }
    }

    private mutating func begin() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
