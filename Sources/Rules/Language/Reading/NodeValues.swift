import JSON

// A located tree after the shape check: readers ask for the value that should be there. What is missing or of the
// wrong type is nil; it has been reported.

extension Node {
    public var text: String? {
        if case .string(let text) = kind { text } else { nil }
    }
    public var number: Double? {
        if case .number(let number) = kind { number } else { nil }
    }
    /// A number that is whole and fits.
    public var count: Int? { number.flatMap { Int(exactly: $0) } }
    public var flag: Bool? {
        if case .bool(let flag) = kind { flag } else { nil }
    }
    public var isNull: Bool {
        if case .null = kind { true } else { false }
    }
    public var elements: [Node] {
        if case .array(let elements) = kind { elements } else { [] }
    }
    /// The elements of a list, or the value itself.
    public var oneOrMany: [Node] {
        if case .array(let elements) = kind { elements } else { [self] }
    }
    public var members: [Member] {
        if case .object(let members) = kind { members } else { [] }
    }
    public func member(_ key: String) -> Member? {
        if case .object(let members) = kind { members.first { $0.key == key } } else { nil }
    }
}

extension JSONWriter {
    /// The value without the comments that may stand in it.
    /// - Parameter bytes: of the file; numbers are taken from there as they were written.
    public mutating func node(_ node: Node, in bytes: [UInt8]) {
        switch node.kind {
        case .object(let members):
            object { writer in
                for member in members {
                    writer.key(member.key)
                    writer.node(member.value, in: bytes)
                }
            }
        case .array(let nodes): array { writer in for node in nodes { writer.node(node, in: bytes) } }
        case .string(let text): string(text)
        case .number: raw(String(decoding: bytes[node.range], as: UTF8.self))
        case .bool(let flag): bool(flag)
        case .null: null()
        }
    }
}
