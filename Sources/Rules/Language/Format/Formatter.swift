import JSON

// The one canonical layout of rule, test and load files. Values keep their order and their spelling; what changes is white
// space alone. A container stands on one line if it fits there, has no comment in it, and is not one of those that diffs
// should show key by key: the file itself, what it is made of, and each rule. One empty line between members stays.

/// Lays a file out.
public struct Formatter {
    /// Columns, counted in scalars, that a line should not pass.
    public static let width = 100

    private let bytes: [UInt8]
    private let notes: CommentPlacement
    private var lines: [String] = []

    /// The canonical layout, with a line break at the end; nil if the file cannot be read whole.
    public static func format(_ source: SourceText) -> [UInt8]? {
        guard source.tree.isComplete, let root = source.tree.root,
            source.tree.faults.allSatisfy({ $0.code == .duplicateKey })
        else { return nil }
        var formatter = Formatter(source)
        formatter.write(root)
        return Array(formatter.lines.joined(separator: "\n").utf8) + [0x0A]
    }

    /// JSON that this code wrote, laid out.
    static func layout(of json: String) -> String {
        let source = SourceText(path: "", bytes: Array(json.utf8))
        return String(decoding: format(source) ?? source.bytes, as: UTF8.self)
    }

    private init(_ source: SourceText) {
        bytes = source.bytes
        notes = CommentPlacement(source)
    }

    private mutating func write(_ root: Node) {
        lines += notes.before(root.range.lowerBound).flatMap { comment($0, indent: "") }
        if !lines.isEmpty, notes.hasGap(before: root.range.lowerBound) { lines.append("") }
        append(root, prefix: "", suffix: trailing(root.range.upperBound), indent: "", depth: 0)
        lines += notes.atEnd(of: nil).flatMap { comment($0, indent: "") }
    }

    /// Writes a value, what stands before it on its line, and what stands behind it.
    private mutating func append(_ node: Node, prefix: String, suffix: String, indent: String, depth: Int) {
        let room = Self.width - indent.unicodeScalars.count - prefix.unicodeScalars.count - 1
        if !isBroken(node, depth), let flat = flat(node, room: room) {
            lines.append(indent + prefix + flat + suffix)
            return
        }
        let isObject = node.members.isEmpty == false
        lines.append(indent + prefix + (isObject ? "{" : open(node)))
        let inner = indent + "  "
        let children = children(of: node)
        for (index, child) in children.enumerated() {
            let comma = index < children.count - 1 ? "," : ""
            appendComments(before: child.start, isFirst: index == 0, indent: inner)
            append(
                child.value, prefix: child.prefix, suffix: comma + trailing(child.value.range.upperBound),
                indent: inner,
                depth: depth + 1)
        }
        let dangling = notes.atEnd(of: node.range)
        for (index, note) in dangling.enumerated() {
            if note.hasGap, index > 0 || !children.isEmpty { lines.append("") }
            lines += comment(note, indent: inner)
        }
        lines.append(indent + (isObject ? "}" : close(node)) + suffix)
    }

    private mutating func appendComments(before start: Int, isFirst: Bool, indent: String) {
        let comments = notes.before(start)
        for (index, note) in comments.enumerated() {
            if note.hasGap, !(isFirst && index == 0) { lines.append("") }
            lines += comment(note, indent: indent)
        }
        if notes.hasGap(before: start), !(isFirst && comments.isEmpty) { lines.append("") }
    }

    // MARK: Parts

    private struct Child {
        var start: Int
        var prefix: String
        var value: Node
    }

    private func children(of node: Node) -> [Child] {
        switch node.kind {
        case .object(let members):
            members.map { Child(start: $0.keyRange.lowerBound, prefix: text($0.keyRange) + ": ", value: $0.value) }
        case .array(let nodes): nodes.map { Child(start: $0.range.lowerBound, prefix: "", value: $0) }
        default: []
        }
    }

    private func isBroken(_ node: Node, _ depth: Int) -> Bool {
        let children = children(of: node)
        if notes.hasAny(in: node.range) { return true }
        let nests = children.contains { child in
            switch child.value.kind {
            case .object, .array: true
            default: false
            }
        }
        switch depth {
        case 0: return !children.isEmpty
        case 1: return nests
        case 2: return nests && !node.members.isEmpty
        default: return false
        }
    }

    /// The value on one line; nil if it is longer than `room`.
    private func flat(_ node: Node, room: Int) -> String? {
        guard room > 0 else { return isScalar(node) ? text(node.range) : nil }
        var line = ""
        switch node.kind {
        case .object(let members):
            if members.isEmpty { return "{}" }
            for member in members {
                line += (line.isEmpty ? "{ " : ", ") + text(member.keyRange) + ": "
                guard let value = flat(member.value, room: room - line.unicodeScalars.count),
                    line.unicodeScalars.count <= room
                else { return nil }
                line += value
            }
            line += " }"
        case .array(let nodes):
            if nodes.isEmpty { return "[]" }
            let isDeep = nodes.contains { !isScalar($0) }
            for node in nodes {
                line += line.isEmpty ? (isDeep ? "[ " : "[") : ", "
                guard let value = flat(node, room: room - line.unicodeScalars.count), line.unicodeScalars.count <= room
                else { return nil }
                line += value
            }
            line += isDeep ? " ]" : "]"
        default: return text(node.range)
        }
        return line.unicodeScalars.count <= room ? line : nil
    }

    private func isScalar(_ node: Node) -> Bool {
        switch node.kind {
        case .object, .array: false
        default: true
        }
    }

    private func open(_ node: Node) -> String { text(node.range.lowerBound..<(node.range.lowerBound + 1)) }
    private func close(_ node: Node) -> String { text((node.range.upperBound - 1)..<node.range.upperBound) }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: Comments

    private func trailing(_ end: Int) -> String {
        notes.behind(end).map { " " + lines(of: $0).joined(separator: "\n") }.joined()
    }

    private func comment(_ note: CommentPlacement.Note, indent: String) -> [String] {
        let lines = lines(of: note)
        return lines.prefix(1).map { indent + $0 } + lines.dropFirst()
    }

    /// The comment as it stands; later lines of a block keep their indentation.
    private func lines(of note: CommentPlacement.Note) -> [String] {
        bytes[note.range].split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            let end = line.lastIndex { ![0x20, 0x09, 0x0D].contains($0) }.map { $0 + 1 } ?? line.startIndex
            return String(decoding: line[..<end], as: UTF8.self)
        }
    }
}
