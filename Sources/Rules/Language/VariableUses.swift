/// What a file beside a rule file does with its variables: a test looks at them, the data of a load plan sets them.
public struct VariableUses: Sendable, Hashable {
    public var read: Set<String>
    public var set: Set<String>

    public init(read: Set<String> = [], set: Set<String> = []) {
        self.read = read
        self.set = set
    }

    public mutating func formUnion(_ other: VariableUses) {
        read.formUnion(other.read)
        set.formUnion(other.set)
    }
}
