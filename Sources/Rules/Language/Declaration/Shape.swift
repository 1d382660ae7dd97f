// What a kind of file may hold, declared once. `ShapeChecker` finds what differs from it, `JSONSchema` tells it to
// editors. Rule files are declared in Table/; test files and load plans declare their own in the same way.

/// What may stand at one place of a file.
public indirect enum Shape: Sendable {
    case text(TextForm)
    case number(NumberForm)
    case flag
    /// `null`, with what it means there.
    case null(String)
    /// One of these words.
    case words([Choice])
    case array(Shape, least: Int)
    /// An object whose keys the author chooses.
    case map(keys: TextForm, Shape)
    case object(ObjectShape)
    /// Told apart by their JSON types, which differ.
    case either([Shape])
    /// A definition of the declaration, by its name.
    case named(String)
    /// Any JSON value.
    case anything
    /// Any JSON object.
    case anyObject
}

/// A word that may stand at a place, and for whom.
public struct Choice: Sendable {
    public var text: String
    public var help: String
    /// nil: both roles.
    public var role: Role?

    public init(_ text: String, _ help: String = "", role: Role? = nil) {
        self.text = text
        self.help = help
        self.role = role
    }
}

/// An object with declared keys.
public struct ObjectShape: Sendable {
    /// What it is, with its article: "a rule", "the settings of `fetch`".
    public var noun: String
    public var keys: [Key]
    /// Of each group exactly one key must be there.
    public var exactlyOne: [[String]]
    /// Of each group at most one key may be there.
    public var atMostOne: [[String]]
    /// At least one key must be there.
    public var notEmpty: Bool

    public init(
        _ noun: String, notEmpty: Bool = false, exactlyOne: [[String]] = [], atMostOne: [[String]] = [], _ keys: [Key]
    ) {
        self.noun = noun
        self.keys = keys
        self.exactlyOne = exactlyOne
        self.atMostOne = atMostOne
        self.notEmpty = notEmpty
    }
}

/// One key of an object.
public struct Key: Sendable {
    public var name: String
    public var shape: Shape
    public var required: Bool
    /// The role that has it; nil: both. A key may be declared once for each role.
    public var role: Role?
    /// What holds without it, as JSON text.
    public var fallback: String?
    /// One or two sentences for the schema and the reference.
    public var help: String
    /// What to do instead of writing an empty list.
    public var whenEmpty: String?

    public init(
        _ name: String, _ shape: Shape, required: Bool = false, role: Role? = nil, default fallback: String? = nil,
        _ help: String, whenEmpty: String? = nil
    ) {
        self.name = name
        self.shape = shape
        self.required = required
        self.role = role
        self.fallback = fallback
        self.help = help
        self.whenEmpty = whenEmpty
    }
}

/// A number's range.
public struct NumberForm: Sendable {
    public var range: ClosedRange<Double>
    public var whole: Bool

    public init(_ range: ClosedRange<Double>, whole: Bool) {
        self.range = range
        self.whole = whole
    }

    /// A count from `least` on, small enough for exact arithmetic.
    public static func count(from least: Int, to most: Int = 1_000_000_000) -> NumberForm {
        NumberForm(Double(least)...Double(most), whole: true)
    }
    public static let any = NumberForm(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude, whole: false)
}

/// A kind of file: its root, and the shapes that it names.
public struct Declaration: Sendable {
    /// Such as "a Talaria bot".
    public var title: String
    public var root: Shape
    public var definitions: [(name: String, shape: Shape)]
    /// Other kinds of files, for which one of this kind may be taken.
    public var others: [OtherFile]
    /// What is often written wrong.
    public var remedies: [Remedy]

    /// Another kind of file, known by a key that it must have.
    public struct OtherFile: Sendable {
        public var key: String
        /// With its article: "a test file".
        public var noun: String
        public var hint: String

        public init(key: String, noun: String, hint: String) {
            self.key = key
            self.noun = noun
            self.hint = hint
        }
    }

    public init(
        title: String, root: Shape, definitions: [(name: String, shape: Shape)] = [], others: [OtherFile] = [],
        remedies: [Remedy] = []
    ) {
        self.title = title
        self.root = root
        self.definitions = definitions
        self.others = others
        self.remedies = remedies
    }

    /// The shape behind a reference. A name that is not defined is anything; a test of each declaration finds such.
    public func resolve(_ shape: Shape) -> Shape {
        guard case .named(let name) = shape else { return shape }
        return definitions.first { $0.name == name }?.shape ?? .anything
    }
}
