import JSON

// A key that is not one of an object: whether it is misspelt, misplaced, or of the other role.

extension ShapeChecker {
    /// - Returns: The keys that were likely meant.
    mutating func reportUnknown(_ member: Member, of object: ObjectShape) -> [String] {
        let name = member.key
        if let other = object.keys.first(where: { $0.name == name })?.role, let role {
            report(
                .wrongRole, member.keyRange, "\(quoted(name)) is for the role \(other), and this is a \(role)",
                hint: hintForOtherRole(name))
            return []
        }
        if isOfOtherRole(name) {
            report(.wrongRole, member.keyRange, unknown(name, object), hint: "it is one of the other role's")
            return []
        }
        if let remedy = self.remedy(forKey: name) {
            report(
                .unknownKey, member.keyRange, unknown(name, object), hint: hint(remedy, key: name, value: member.value))
            return remedy.meant
        }
        let home = home(of: name, near: object)
        let guess = home == nil ? Spelling.nearest(to: name, in: object.keys.filter(isOurs).map(\.name)) : nil
        let hint = guess.map { "did you mean \(quoted($0))?" } ?? home ?? listing(of: object)
        report(.unknownKey, member.keyRange, unknown(name, object), hint: hint)
        return guess.map { [$0] } ?? []
    }

    /// Whether the key around this object has another shape for the other role, and there the key is known.
    private func isOfOtherRole(_ name: String) -> Bool {
        guard case .value(let place) = enclosing.last?.spot, let outer = enclosing.dropLast().last else { return false }
        return outer.shape.keys.contains { key in
            !isOurs(key) && key.name == place && keys(in: key.shape).contains { $0.name == name }
        }
    }

    private func unknown(_ name: String, _ object: ObjectShape) -> String {
        "\(quoted(name)) is not a key of \(object.noun)"
    }

    /// Where a misplaced key belongs: one level in, or in an object around this one.
    private func home(of name: String, near object: ObjectShape) -> String? {
        for key in object.keys where isOurs(key) {
            if keys(in: key.shape).contains(where: { $0.name == name && isOurs($0) }) {
                return "it belongs in \(quoted(key.name))"
            }
        }
        for outer in enclosing.dropLast().reversed()
        where outer.shape.keys.contains(where: { $0.name == name && isOurs($0) }) {
            return "it belongs in \(outer.shape.noun), further out"
        }
        return nil
    }

    private func listing(of object: ObjectShape) -> String? {
        let known = object.keys.filter(isOurs).map { quoted($0.name) }
        return known.count <= 12 && !known.isEmpty ? listed("its key", known) : nil
    }

    private func keys(in shape: Shape) -> [Key] {
        switch resolve(shape) {
        case .object(let object): object.keys
        case .either(let shapes): shapes.flatMap { keys(in: $0) }
        case .array(let element, _): keys(in: element)
        default: []
        }
    }

    private func hintForOtherRole(_ name: String) -> String? {
        switch name {
        case "reply": "a gateway speaks with \"message\""
        case "message": "a device speaks with \"reply\""
        case "close": "a device leaves with \"disconnect\""
        case "disconnect": "a gateway ends a connection with \"close\""
        default: nil
        }
    }
}
