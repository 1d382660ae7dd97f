import JSON

extension SourceText {
    /// What is wrong with the file as JSON.
    public var syntaxDiagnostics: [Diagnostic] {
        tree.faults.map { fault in
            let code: Diagnostic.Code =
                switch fault.code {
                case .duplicateKey: .duplicateKey
                case .badUTF8, .byteOrderMark: .encoding
                case .numberOutOfRange: .outOfRange
                default: .syntax
                }
            return Diagnostic(
                code, range: fault.range, message: fault.message, hint: fault.hint,
                related: fault.related.map { [$0] } ?? [])
        }
    }

    /// Every difference from a declaration, and what is wrong as JSON.
    ///
    /// - Parameter role: whose keys are allowed; nil where the declaration knows no roles.
    public func diagnostics(against declaration: Declaration, role: Role? = nil) -> [Diagnostic] {
        guard let root = tree.root else { return syntaxDiagnostics }
        if let other = otherKind(root, declaration) { return syntaxDiagnostics + [other] }
        var checker = ShapeChecker(declaration, role: role, source: self)
        checker.check(root)
        // Where the tree has holes, what is missing may well stand in the file.
        let found = checker.diagnostics.filter { tree.isComplete || ($0.code != .missingKey && $0.code != .empty) }
        return syntaxDiagnostics + found
    }

    /// One fault in place of very many: the file is of another kind, complete in itself.
    private func otherKind(_ root: Node, _ declaration: Declaration) -> Diagnostic? {
        guard case .object(let shape) = declaration.resolve(declaration.root) else { return nil }
        let own = shape.keys.filter(\.required).map(\.name)
        for other in declaration.others {
            guard let member = root.member(other.key), own.contains(where: { root[$0] == nil }) else { continue }
            return Diagnostic(
                .unknownKey, range: member.keyRange,
                message: "this is \(other.noun), and \(shape.noun) has no \(quoted(other.key))", hint: other.hint)
        }
        return nil
    }
}
