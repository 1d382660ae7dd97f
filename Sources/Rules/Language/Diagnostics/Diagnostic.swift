import JSON

/// One fault, or one piece of advice, about a file that a user wrote.
public struct Diagnostic: Sendable, Hashable {
    public enum Severity: String, Sendable, Comparable {
        case lint, error

        public static func < (a: Severity, b: Severity) -> Bool { a == .lint && b == .error }
    }

    /// Another place of the same file that the fault has to do with.
    public typealias Related = LocatedFault.Related

    /// `R0xx`; docs/diagnostics.md has a paragraph for each.
    public var code: Code
    public var severity: Severity
    /// Byte offsets into the file.
    public var range: Range<Int>
    /// What is wrong.
    public var message: String
    /// What to do.
    public var hint: String?
    public var related: [Related]

    public init(
        _ code: Code, severity: Severity = .error, range: Range<Int>, message: String, hint: String? = nil,
        related: [Related] = []
    ) {
        self.code = code
        self.severity = severity
        self.range = range
        self.message = message
        self.hint = hint
        self.related = related
    }
}
