/// The fields of an HTTP head, in order; names compare without case (RFC 9110 section 5).
public struct HeaderFields: Sendable, Equatable {
    public struct Field: Sendable, Equatable {
        public var name: String
        public var value: String
    }

    public private(set) var fields: [Field] = []

    public init() {}

    /// Adds a field, keeping those of the same name.
    /// - Returns: false, with nothing added: the name is no token, or the value would break the head (a control
    ///   character).
    @discardableResult
    public mutating func append(_ name: String, _ value: String) -> Bool {
        guard HTTPText.isToken(name.utf8), HTTPText.isFieldValue(value.utf8) else { return false }
        fields.append(Field(name: name, value: value))
        return true
    }

    public var count: Int { fields.count }

    /// The values of all fields of that name.
    public subscript(_ name: String) -> [String] {
        fields.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// The value of the field, when there is exactly one.
    public func only(_ name: String) -> String? {
        let values = self[name]
        return values.count == 1 ? values[0] : nil
    }

    /// The elements of a comma-separated field, over all fields of that name (RFC 9110 section 5.6.1).
    public func list(_ name: String) -> [String] {
        self[name].flatMap { $0.split(separator: ",") }.map { HTTPText.trim($0) }.filter { !$0.isEmpty }
    }

    /// Whether a comma-separated field has this element, case apart.
    public func contains(_ element: String, in name: String) -> Bool {
        list(name).contains { Self.isSame($0, element) }
    }

    static func isSame(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { HTTPText.lower($0) == HTTPText.lower($1) }
    }

    /// Appends the fields as lines, without the empty one.
    func write(into out: inout [UInt8]) {
        for field in fields {
            out.append(contentsOf: field.name.utf8)
            out.append(contentsOf: [0x3A, 0x20])
            out.append(contentsOf: field.value.utf8)
            out.append(contentsOf: [0x0D, 0x0A])
        }
    }
}
