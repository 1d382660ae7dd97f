import JSON

/// A value of a run.json with the way to it, read strictly: what is not as it must be throws a `RecordFault`.
struct RecordNode {
    let node: LocatedTree.Node
    let path: String
    let lines: LineMap

    func fault(_ code: RecordFault.Code = .value, _ message: String) -> RecordFault {
        RecordFault(code: code, path: path, place: lines.place(of: node.range.lowerBound), message: message)
    }

    private func wrongKind(_ due: String) -> RecordFault { fault(.value, "\(due) is due, not \(node.kindName)") }

    // MARK: Objects

    func member(_ key: String) throws(RecordFault) -> RecordNode {
        guard let member = try optional(key) else { throw fault(.missing, "\"\(key)\" is missing") }
        return member
    }

    /// nil where there is no such member.
    func optional(_ key: String) throws(RecordFault) -> RecordNode? {
        guard case .object(let members) = node.kind else { throw wrongKind("an object") }
        return members.first { $0.key == key }.map { child($0.value, $0.key) }
    }

    var members: [(key: String, value: RecordNode)] {
        get throws(RecordFault) {
            guard case .object(let members) = node.kind else { throw wrongKind("an object") }
            return members.map { ($0.key, child($0.value, $0.key)) }
        }
    }

    private func child(_ node: LocatedTree.Node, _ key: String) -> RecordNode {
        RecordNode(node: node, path: path.isEmpty ? key : "\(path).\(key)", lines: lines)
    }

    // MARK: Lists

    func elements(atMost most: Int) throws(RecordFault) -> [RecordNode] {
        guard case .array(let elements) = node.kind else { throw wrongKind("a list") }
        guard elements.count <= most else {
            throw fault(.value, "a list of at most \(most) is due, not \(elements.count)")
        }
        return elements.enumerated().map { RecordNode(node: $1, path: "\(path)[\($0)]", lines: lines) }
    }

    var isNull: Bool { if case .null = node.kind { true } else { false } }

    // MARK: Values

    func text(atMost most: Int = 4096) throws(RecordFault) -> String {
        guard case .string(let text) = node.kind else { throw wrongKind("a text") }
        guard text.utf8.count <= most else { throw fault(.value, "a text of at most \(most) bytes is due") }
        return text
    }

    func number(in range: ClosedRange<Double>) throws(RecordFault) -> Double {
        guard case .number(let number) = node.kind else { throw wrongKind("a number") }
        guard range.contains(number) else {
            throw fault(
                .value,
                "a number from \(Quantity.compact(range.lowerBound)) to \(Axis.trimmed(Quantity.compact(range.upperBound))) is due"
            )
        }
        return number
    }

    /// A whole number from 0 to 2^53, the largest that JSON's readers agree on.
    func count(atLeast least: Int = 0, atMost most: Int = 1 << 53) throws(RecordFault) -> Int {
        guard case .number(let number) = node.kind else { throw wrongKind("a whole number") }
        guard let count = Int(exactly: number), count >= least, count <= most else {
            throw fault(.value, "a whole number from \(least) to \(most == 1 << 53 ? "2^53" : "\(most)") is due")
        }
        return count
    }
}
