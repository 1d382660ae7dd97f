import JSON

extension BotReader {
    /// The template that a text is; nil if the value is no text.
    mutating func template(_ node: Node?) -> Template? {
        guard let node, let text = node.text else { return nil }
        let place = place(of: node)
        guard text.utf8.contains(UInt8(ascii: "{")) else { return Template(literal: text, place: place) }
        let parser = TemplateParser(text)
        for fault in parser.faults { report(fault, in: node) }
        for likeness in parser.likenesses {
            let range = source.range(of: likeness.range, inTextAt: node.range)
            likenesses.append((NamedLookup(name: likeness.name, range: range, scope: rule), likeness.lookup))
        }
        let pieces = parser.pieces.map { piece -> Template.Piece in
            switch piece {
            case .literal(let text): return .literal(text)
            case .lookup(let lookup):
                let range = source.range(of: lookup.nameRange, inTextAt: node.range)
                for case .format(_, let zone?) in lookup.filters { name(zone: zone, at: range) }
                lookups.append(NamedLookup(name: lookup.name, range: range, scope: rule))
                return .lookup(
                    Template.Lookup(
                        name: lookup.name, filters: lookup.filters, fallback: lookup.fallback,
                        place: source.place(of: range.lowerBound)))
            }
        }
        return Template(pieces: pieces, place: place)
    }

    /// A JSON value whose texts are templates. Keys stand as they are.
    mutating func jsonTemplate(_ node: Node) -> JSONTemplate {
        switch node.kind {
        case .object(let members): .object(members.map { ($0.key, jsonTemplate($0.value)) })
        case .array(let nodes): .array(nodes.map { jsonTemplate($0) })
        case .string: .text(template(node) ?? Template(literal: "", place: place(of: node)))
        case .number, .bool, .null: .literal(String(decoding: source.bytes[node.range], as: UTF8.self))
        }
    }

    /// - Parameter node: the text that has the fault.
    mutating func report(_ fault: TextFault, in node: Node) {
        let range = fault.range.map { source.range(of: $0, inTextAt: node.range) } ?? node.range
        report(fault.code, range, fault.message, hint: fault.hint)
    }
}

extension Template {
    /// The text, if nothing is looked up in it.
    var literalText: String? {
        var text = ""
        for piece in pieces {
            guard case .literal(let part) = piece else { return nil }
            text += part
        }
        return text
    }

    /// What stands before the first lookup.
    var literalStart: String {
        if case .literal(let text) = pieces.first { text } else { "" }
    }
}
