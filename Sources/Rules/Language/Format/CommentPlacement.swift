import JSON

// A comment belongs to a value: to the one that it stands behind on the same line, or else to the one that follows it, or
// else to the end of what it stands in. One between a key and its value moves before the key.

/// Where each comment of a file goes.
struct CommentPlacement {
    struct Note {
        var range: Range<Int>
        /// An empty line stands before it.
        var hasGap: Bool
    }

    /// By the first byte of the key or value that they stand before.
    private var leading: [Int: [Note]] = [:]
    /// By the last byte's end of the value that they stand behind.
    private var trailing: [Int: [Note]] = [:]
    /// By the first byte of the container at whose end they stand; -1 for the file.
    private var dangling: [Int: [Note]] = [:]
    private var gaps: Set<Int> = []
    private let bytes: [UInt8]
    private let comments: [LocatedTree.Comment]

    init(_ source: SourceText) {
        bytes = source.bytes
        comments = source.tree.comments
        guard let root = source.tree.root else { return }
        var rest = comments[...]
        place(&rest, around: root)
        // What is left stands behind everything.
        for comment in rest {
            if isSameLine(root.range.upperBound, comment.range.lowerBound) {
                trailing[root.range.upperBound, default: []].append(note(comment))
            } else {
                dangling[-1, default: []].append(note(comment))
            }
        }
    }

    func before(_ start: Int) -> [Note] { leading[start] ?? [] }
    func behind(_ end: Int) -> [Note] { trailing[end] ?? [] }
    func atEnd(of container: Range<Int>?) -> [Note] { dangling[container?.lowerBound ?? -1] ?? [] }
    /// An empty line stands before the key or value that begins there.
    func hasGap(before start: Int) -> Bool { gaps.contains(start) }

    func hasAny(in range: Range<Int>) -> Bool {
        var low = 0
        var high = comments.count
        while low < high {
            let middle = (low + high) / 2
            if comments[middle].range.lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < comments.count && comments[low].range.lowerBound < range.upperBound
    }

    /// Takes the comments before the value and in it.
    private mutating func place(_ comments: inout ArraySlice<LocatedTree.Comment>, around node: Node) {
        take(&comments, upTo: node.range.lowerBound, before: node.range.lowerBound, behind: nil)
        placeInside(&comments, node)
    }

    private mutating func placeInside(_ comments: inout ArraySlice<LocatedTree.Comment>, _ node: Node) {
        var last: Int?
        switch node.kind {
        case .object(let members):
            for member in members {
                let start = member.keyRange.lowerBound
                take(&comments, upTo: start, before: start, behind: last)
                take(&comments, upTo: member.value.range.lowerBound, before: start, behind: nil)
                placeInside(&comments, member.value)
                last = member.value.range.upperBound
            }
        case .array(let nodes):
            for node in nodes {
                take(&comments, upTo: node.range.lowerBound, before: node.range.lowerBound, behind: last)
                placeInside(&comments, node)
                last = node.range.upperBound
            }
        default: return
        }
        while let comment = comments.first, comment.range.lowerBound < node.range.upperBound {
            comments.removeFirst()
            if let last, isSameLine(last, comment.range.lowerBound) {
                trailing[last, default: []].append(note(comment))
            } else {
                dangling[node.range.lowerBound, default: []].append(note(comment))
            }
        }
    }

    /// Takes the comments up to a byte: they stand before what begins at `start`, or behind what ended at `last`.
    private mutating func take(
        _ comments: inout ArraySlice<LocatedTree.Comment>, upTo end: Int, before start: Int, behind last: Int?
    ) {
        if isGap(before: start) { gaps.insert(start) }
        while let comment = comments.first, comment.range.lowerBound < end {
            comments.removeFirst()
            let isBehind = last.map { isSameLine($0, comment.range.lowerBound) } ?? false
            if let last, isBehind, !isSameLine(comment.range.upperBound, start) {
                trailing[last, default: []].append(note(comment))
            } else {
                leading[start, default: []].append(note(comment))
            }
        }
    }

    private func note(_ comment: LocatedTree.Comment) -> Note {
        Note(range: comment.range, hasGap: isGap(before: comment.range.lowerBound))
    }

    private func isSameLine(_ from: Int, _ to: Int) -> Bool {
        from <= to && !bytes[from..<to].contains(0x0A)
    }

    /// Whether nothing but white space with two line breaks or more stands before a byte.
    private func isGap(before offset: Int) -> Bool {
        var breaks = 0
        var index = offset - 1
        while index >= 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) {
            if bytes[index] == 0x0A { breaks += 1 }
            index -= 1
        }
        return breaks >= 2
    }
}
