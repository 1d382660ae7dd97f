import JSON

// What people write who know other tools, or have not looked up the form: the declaration names it, and how it is said
// here. Each remedy carries one example, and tests hold that the example itself has no fault; what the author wrote takes
// its place where that has none either.

/// The right form for something that is often written wrong.
public struct Remedy: Sendable {
    /// What was written.
    public enum Mistake: Sendable {
        /// The key's value, or an element of its list, is of one of these JSON types; none named: of any wrong one.
        case value(of: String, as: [JSONType] = [])
        /// The key's value is one of these words.
        case word(of: String, [String])
        /// A key that the object has not.
        case key([String])
        /// Keys of which it may have one.
        case together
    }

    /// Which object it stands in, by its noun: "a rule".
    public var object: String
    public var mistake: Mistake
    /// nil: both.
    public var role: Role?
    /// What stands before the example.
    public var words: String
    /// The members that should stand in the object, as JSON text.
    public var example: String
    /// Where they stand, if not in that object: the noun of another.
    public var home: String?
    /// What stands behind the example.
    public var more: String?
    /// The same with what was written in it: the first that has no fault takes the example's place.
    public var own: [OwnForm]

    public init(
        in object: String, _ mistake: Mistake, role: Role? = nil, _ words: String, _ example: String,
        of home: String? = nil, more: String? = nil, own: [OwnForm] = []
    ) {
        self.object = object
        self.mistake = mistake
        self.role = role
        self.words = words
        self.example = example
        self.home = home
        self.more = more
        self.own = own
    }

    public init(
        in object: String, _ mistake: Mistake, role: Role? = nil, _ example: String, more: String? = nil,
        own: [OwnForm] = []
    ) {
        self.init(in: object, mistake, role: role, "such as", example, more: more, own: own)
    }

    /// - Parameter form: what stands in the example's place.
    func hint(_ form: String? = nil) -> String { "\(words) \(form ?? example)" + (more.map { "; \($0)" } ?? "") }

    /// The keys of the object that were likely meant.
    var meant: [String] { home == nil ? keys : [] }

    /// The keys that the example gives its object.
    var keys: [String] { LocatedTree.parse(Array("{\(example)}".utf8)).root?.members.map(\.key) ?? [] }
}

/// A type of JSON values.
public enum JSONType: Sendable, CaseIterable {
    case text, number, flag, list, object, null

    init(_ kind: Node.Kind) {
        self =
            switch kind {
            case .string: .text
            case .number: .number
            case .bool: .flag
            case .array: .list
            case .object: .object
            case .null: .null
            }
    }
}

extension ShapeChecker {
    /// For a value of the wrong type. One that names the type goes before one for any.
    func remedy(forValueOf key: String, _ kind: Node.Kind) -> Remedy? {
        let type = JSONType(kind)
        var general: Remedy?
        for remedy in remediesHere {
            guard case .value(key, let types) = remedy.mistake else { continue }
            if types.contains(type) { return remedy }
            if types.isEmpty { general = general ?? remedy }
        }
        return general
    }

    func remedy(forWord word: String, of key: String) -> Remedy? {
        let word = word.lowercased()
        return remediesHere.first { remedy in
            if case .word(key, let words) = remedy.mistake { words.contains(word) } else { false }
        }
    }

    func remedy(forKey name: String) -> Remedy? {
        let name = name.lowercased()
        return remediesHere.first { remedy in
            if case .key(let names) = remedy.mistake { names.contains(name) } else { false }
        }
    }

    func remedyForKeysTogether() -> Remedy? {
        remediesHere.first { if case .together = $0.mistake { true } else { false } }
    }

    /// Those of the object that is being checked.
    private var remediesHere: [Remedy] {
        guard let object = enclosing.last?.shape.noun else { return [] }
        return remedies.filter { remedy in
            // What can be one thing or another has the remedies of the first.
            (remedy.object == object || object.hasPrefix(remedy.object + " or "))
                && (remedy.role == nil || role == nil || remedy.role == role)
        }
    }
}
