import JSON

// A value of another kind than its declaration asks for: what was due, and how it may have been meant.

extension ShapeChecker {
    mutating func reportType(of node: Node, _ shape: Shape, as place: Spot) {
        let right = place.word.flatMap { key in
            remedy(forValueOf: key, node.kind).map { self.hint($0, key: key, value: node) }
        }
        let hint = right ?? hint(for: node, shape)
        report(.wrongType, node.range, "\(place.text) must be \(noun(of: shape)), not \(node.kindName)", hint: hint)
    }

    private func noun(of shape: Shape) -> String {
        switch resolve(shape) {
        case .either(let shapes): choice(of: shapes.flatMap { alternatives(of: $0) })
        case let plain: plain.noun
        }
    }

    private func alternatives(of shape: Shape) -> [String] {
        if case .flag = resolve(shape) { ["true", "false"] } else { [noun(of: shape)] }
    }

    private func hint(for node: Node, _ shape: Shape) -> String? {
        let shape = resolve(shape)
        if case .either(let shapes) = shape { return shapes.lazy.compactMap { hint(for: node, $0) }.first }
        switch (shape, node.kind) {
        case (.array(let element, _), .string), (.array(let element, _), .object), (.array(let element, _), .number):
            return accepts(resolve(element), node.kind)
                ? "put it in brackets: [\(shortText(of: node) ?? " ... ")]" : nil
        case (.text(let form), _):
            if let example = form.example { return "such as \(example)" }
            switch node.kind {
            case .number, .bool:
                return "put it in quotes: \"\(String(decoding: source.bytes[node.range], as: UTF8.self))\""
            default: return nil
            }
        case (.flag, .string(let text)) where text == "true" || text == "false":
            return "write \(text) without quotes"
        case (.number, .string(let text)) where Double(text) != nil: return "write \(text) without quotes"
        default: return nil
        }
    }
}

extension Shape {
    /// What messages call a value of this shape, with its article.
    var noun: String {
        switch self {
        case .text(let form): form.noun
        case .number(let form): form.whole ? "a whole number" : "a number"
        case .flag: "true or false"
        case .null: "null"
        case .words(let words):
            words.count <= 4 ? choice(of: words.map { quoted($0.text) }) : "a word"
        case .array: "a list"
        case .map, .object, .anyObject: "an object"
        case .either(let shapes): choice(of: shapes.map(\.noun))
        case .named(let name): name
        case .anything: "anything"
        }
    }
}

/// A number as JSON would write it, whole ones without a fraction.
func numberText(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
}
