import JSON

// A declaration as JSON Schema (2020-12), for editors. It says what the shape check says, as far as a schema can: what
// names mean, and how values fit together, stays with `talaria check`.

/// Writes the schema of a declaration.
public struct JSONSchema {
    private let declaration: Declaration

    public init(_ declaration: Declaration) { self.declaration = declaration }

    /// The schema in the canonical layout, with a line break at the end.
    public var text: String {
        let compact = JSONWriter.text { writer in
            writer.object { writer in
                writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
                writer.member("title", declaration.title)
                // Comments are part of the format: editors that know the keyword allow them, the others ignore it.
                writer.member("allowComments", true)
                write(declaration.root, into: &writer)
                guard !declaration.definitions.isEmpty else { return }
                writer.key("$defs")
                writer.object { writer in
                    for (name, shape) in declaration.definitions {
                        writer.key(name)
                        writer.object { write(shape, into: &$0) }
                    }
                }
            }
        }
        return Formatter.layout(of: compact)
    }

    private func write(_ shape: Shape, into writer: inout JSONWriter) {
        switch shape {
        case .text(let form):
            writer.member("type", "string")
            if let pattern = form.pattern { writer.member("pattern", pattern) }
        case .number(let form): write(form, into: &writer)
        case .flag: writer.member("type", "boolean")
        case .null: writer.member("type", "null")
        case .words(let words): writeWords(words, into: &writer)
        case .array(let element, let least):
            writer.member("type", "array")
            writer.key("items")
            writer.object { write(element, into: &$0) }
            if least > 0 { writer.member("minItems", least) }
        case .map(let keys, let value):
            writer.member("type", "object")
            if let pattern = keys.pattern {
                writer.key("propertyNames")
                writer.object { $0.member("pattern", pattern) }
            }
            writer.key("additionalProperties")
            writer.object { write(value, into: &$0) }
        case .object(let object): write(object, into: &writer)
        case .either(let shapes):
            writer.key("anyOf")
            writer.array { writer in for shape in shapes { writer.object { write(shape, into: &$0) } } }
        case .named(let name): writer.member("$ref", "#/$defs/\(name)")
        case .anything: break
        case .anyObject: writer.member("type", "object")
        }
    }

    private func write(_ form: NumberForm, into writer: inout JSONWriter) {
        writer.member("type", form.whole ? "integer" : "number")
        if form.range.lowerBound > -Double.greatestFiniteMagnitude {
            writer.key("minimum")
            writer.raw(numberText(form.range.lowerBound))
        }
        if form.range.upperBound < Double.greatestFiniteMagnitude {
            writer.key("maximum")
            writer.raw(numberText(form.range.upperBound))
        }
    }

    /// `oneOf` with a description each, so that an editor can show what a word means.
    private func writeWords(_ words: [Choice], into writer: inout JSONWriter) {
        var seen: Set<String> = []
        let words = words.filter { seen.insert($0.text).inserted }
        if words.allSatisfy({ $0.help.isEmpty }) {
            writer.key("enum")
            return writer.array { writer in for word in words { writer.string(word.text) } }
        }
        writer.key("oneOf")
        writer.array { writer in
            for word in words {
                writer.object { writer in
                    writer.member("const", word.text)
                    writer.member("description", word.help + (word.role.map { " (role \($0))" } ?? ""))
                }
            }
        }
    }

    // MARK: Objects

    private func write(_ object: ObjectShape, into writer: inout JSONWriter) {
        writer.member("type", "object")
        writer.key("properties")
        writer.object { writer in
            for name in names(of: object.keys) {
                writer.key(name)
                writer.object { write(object.keys.filter { $0.name == name }, into: &$0) }
            }
        }
        writer.member("additionalProperties", false)
        let required = object.keys.filter { $0.required && $0.role == nil }.map(\.name)
        if !required.isEmpty {
            writer.key("required")
            writer.array { writer in for name in required { writer.string(name) } }
        }
        if object.notEmpty { writer.member("minProperties", 1) }
        writeGroups(object, into: &writer)
    }

    private func names(of keys: [Key]) -> [String] {
        var seen: Set<String> = []
        return keys.map(\.name).filter { seen.insert($0).inserted }
    }

    /// A key; one that each role has in its own way is either of them.
    private func write(_ keys: [Key], into writer: inout JSONWriter) {
        if keys.count == 1, let key = keys.first {
            writer.member("description", key.help + (key.role.map { " (role \($0))" } ?? ""))
            if let fallback = key.fallback {
                writer.key("default")
                writer.raw(fallback)
            }
            return write(key.shape, into: &writer)
        }
        writer.member(
            "description",
            keys.map { "\($0.help) (\($0.role.map { "role \($0)" } ?? "both roles"))" }.joined(separator: " "))
        writer.key("anyOf")
        writer.array { writer in for key in keys { writer.object { write(key.shape, into: &$0) } } }
    }

    private func writeGroups(_ object: ObjectShape, into writer: inout JSONWriter) {
        let groups = object.exactlyOne.map { ($0, true) } + object.atMostOne.map { ($0, false) }
        guard !groups.isEmpty else { return }
        writer.key("allOf")
        writer.array { writer in
            for (names, isNeeded) in groups {
                writer.object { writer in
                    writer.key(isNeeded ? "oneOf" : "not")
                    if isNeeded {
                        writer.array { writer in
                            for name in names { writer.object { writeRequired([name], into: &$0) } }
                        }
                    } else {
                        writer.object { writeRequired(names, into: &$0) }
                    }
                }
            }
        }
    }

    private func writeRequired(_ names: [String], into writer: inout JSONWriter) {
        writer.key("required")
        writer.array { writer in for name in names { writer.string(name) } }
    }
}
