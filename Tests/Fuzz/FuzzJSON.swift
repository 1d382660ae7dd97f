import JSON

/// The strict reader and the located tree take any bytes; what the reader takes, the tree takes, with no fault but keys
/// that come twice and numbers out of range; every place they tell is inside the text.
func fuzzJSON(_ bytes: [UInt8]) {
    let isStrict = walk(bytes)
    let tree = LocatedTree.parse(bytes)
    for fault in tree.faults {
        must(fault.range.lowerBound >= 0 && fault.range.upperBound <= bytes.count, "a fault is inside the text")
        let isMild = fault.code == .duplicateKey || fault.code == .numberOutOfRange
        must(!isStrict || isMild, "the tree takes what the reader takes: \(fault.code)")
    }
    let lines = LineMap(bytes)
    for fault in tree.faults { _ = lines.text(ofLine: lines.place(of: fault.range.lowerBound).line) }
    must(isStrict || !tree.faults.isEmpty || !tree.comments.isEmpty, "what the reader refuses, the tree refuses")
    if let root = tree.root { check(root, bytes.count) }
    var raw: [UInt8] = []
    _ = try? Base64.decode(bytes.span, into: &raw)
}

/// Reads everything there is; false where the reader finds a fault.
private func walk(_ bytes: [UInt8]) -> Bool {
    var reader = JSONReader(bytes.span)
    do throws(JSONError) {
        try value(&reader)
        try reader.finish()
        return true
    } catch {
        must(error.offset >= 0 && error.offset <= bytes.count, "a fault is inside the text")
        return false
    }
}

private func value(_ reader: inout JSONReader) throws(JSONError) {
    switch try reader.peek() {
    case .object:
        try reader.enterObject()
        while let key = try reader.nextKey() {
            _ = reader.text(of: key)
            try value(&reader)
        }
    case .array:
        try reader.enterArray()
        while try reader.nextElement() { try value(&reader) }
    case .string: _ = try reader.readText()
    case .number:
        let token = try reader.skip()
        _ = try? reader.int(of: token)
        _ = try? reader.double(of: token)
    default: try reader.skip()
    }
}

private func check(_ node: LocatedTree.Node, _ count: Int) {
    must(node.range.lowerBound >= 0 && node.range.upperBound <= count, "a node is inside the text")
    switch node.kind {
    case .object(let members): for member in members { check(member.value, count) }
    case .array(let nodes): for node in nodes { check(node, count) }
    default: break
    }
}
