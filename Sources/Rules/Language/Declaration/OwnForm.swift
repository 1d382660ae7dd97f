import JSON

// A hint says more with the author's own words in it than with an example's. They are put in only where what comes of it
// has no fault.

/// The right form, with the author's own value in it.
public struct OwnForm: Sendable, ExpressibleByStringLiteral {
    /// JSON members of the object; `@` stands for the value, `%` for the key, as they were written.
    var pattern: String
    /// Only for a value of this type; nil: for any.
    var type: JSONType?

    public init(stringLiteral pattern: String) { self.pattern = pattern }

    public static func text(_ pattern: String) -> OwnForm {
        var form = OwnForm(stringLiteral: pattern)
        form.type = .text
        return form
    }

    func filled(key: String, value: String) -> String {
        pattern.split(separator: "@", omittingEmptySubsequences: false)
            .map { $0.split(separator: "%", omittingEmptySubsequences: false).joined(separator: quoted(key)) }
            .joined(separator: value)
    }
}

extension ShapeChecker {
    /// What to do about a value, or a key, that is written wrong.
    func hint(_ remedy: Remedy, key: String, value: Node) -> String {
        let own = remedy.own.lazy.filter { $0.type == nil || $0.type == JSONType(value.kind) }
            .compactMap { form in shortText(of: value).map { form.filled(key: key, value: $0) } }
            .first { isRight($0) }
        return remedy.hint(own ?? remedy.example)
    }

    /// The value as it stands in the file, if it is short enough for a hint and all of it can be seen.
    func shortText(of node: Node) -> String? {
        let bytes = source.bytes[node.range]
        guard bytes.count <= Self.longestOwn, !bytes.contains(UInt8(ascii: "\n")) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return visible(text) == text ? text : nil
    }

    private static let longestOwn = 60

    /// Whether these members could stand in the object that is being checked.
    private func isRight(_ members: String) -> Bool {
        guard let object = enclosing.last?.shape else { return false }
        var trial = self
        trial.begin(SourceText(path: "", bytes: Array("{\(members)}".utf8)))
        guard trial.source.tree.faults.isEmpty, let root = trial.source.tree.root else { return false }
        for member in root.members {
            guard let key = key(member.key, of: object) else { return false }
            trial.check(member.value, key.shape, as: .value(of: member.key))
        }
        return trial.diagnostics.isEmpty
    }
}
