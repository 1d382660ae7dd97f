import JSON
import Rules

/// A frame that a test expects: what it names must be so, what it does not name may be anything.
struct ExpectedFrame {
    var value: ExpectedValue
    var place: Place
    /// As it stands in the file, without comments.
    var text: String
    /// Its `t`, if that is named, and where.
    var type: (name: String, range: Range<Int>)?
    /// The keys that it says something of, and where; one that is to be missing (`null`) is none of them.
    var keys: [(name: String, range: Range<Int>)] = []
    /// The words that its keys may hold, one or several of a matcher, and where.
    var words: [(key: String, word: String, range: Range<Int>)] = []

    /// It names the states of a message in which it is not finished.
    var wantsInterim: Bool {
        guard case .object(let members) = value, let final = members.first(where: { $0.key == "final" }) else {
            return false
        }
        if case .flag(false) = final.value { return true }
        return false
    }

    /// Nil if the frame is as expected.
    func mismatch(with frame: Node?) -> Mismatch? { value.mismatch(with: frame, at: "") }
}

/// Where a frame is not as expected.
struct Mismatch: Equatable {
    /// Such as `text` or `device.name`.
    var path: String
    var wanted: String
    /// Nil: there is nothing.
    var saw: String?

    var text: String { "\(path.isEmpty ? "the frame" : path) wants \(wanted), saw \(saw ?? "nothing")" }
}

indirect enum ExpectedValue {
    case text(String)
    case number(Double)
    case flag(Bool)
    /// `null`, or not there.
    case nothing
    case test(ValueTest)
    case object([(key: String, value: ExpectedValue)])
    case array([ExpectedValue])

    func mismatch(with node: Node?, at path: String) -> Mismatch? {
        switch (self, node?.kind) {
        case (.text(let text), .string(let saw)) where text.utf8.elementsEqual(saw.utf8): return nil
        case (.number(let number), .number(let saw)) where number == saw: return nil
        case (.flag(let flag), .bool(let saw)) where flag == saw: return nil
        case (.nothing, nil), (.nothing, .null): return nil
        case (.test(let test), _):
            guard let failure = test.failure(on: node?.value, named: path) else { return nil }
            let change = failure.change.map { " (\($0))" } ?? ""
            return Mismatch(path: failure.condition, wanted: failure.wanted + change, saw: failure.saw ?? shown(node))
        case (.object(let members), .object):
            for (key, value) in members {
                let inside = path.isEmpty ? key : "\(path).\(key)"
                if let mismatch = value.mismatch(with: node?[key], at: inside) { return mismatch }
            }
            return nil
        case (.array(let values), .array(let nodes)):
            for (index, value) in values.enumerated() {
                let node = index < nodes.count ? nodes[index] : nil
                if let mismatch = value.mismatch(with: node, at: "\(path).\(index)") { return mismatch }
            }
            if nodes.count <= values.count { return nil }
            return Mismatch(path: path, wanted: "\(values.count) elements", saw: "\(nodes.count)")
        default: return Mismatch(path: path, wanted: wanted, saw: shown(node))
        }
    }

    /// The same for a variable's value.
    func mismatch(with value: Value?, at name: String) -> Mismatch? {
        switch (self, value) {
        case (.text(let text), .text(let saw)) where text.utf8.elementsEqual(saw.utf8): return nil
        case (.number(let number), .number(let saw)) where number == saw: return nil
        case (.flag(let flag), .flag(let saw)) where flag == saw: return nil
        case (.nothing, nil): return nil
        case (.test(let test), _):
            return test.failure(on: value, named: name).map {
                Mismatch(path: $0.condition, wanted: $0.wanted, saw: $0.saw)
            }
        default:
            let saw = value.map { if case .text(let text) = $0 { shown(text) } else { $0.text } }
            return Mismatch(path: name, wanted: wanted, saw: saw)
        }
    }

    private var wanted: String {
        switch self {
        case .text(let text): shown(text)
        case .number(let number): Value.number(number).text
        case .flag(let flag): "\(flag)"
        case .nothing: "nothing"
        case .test(let test): test.summary
        case .object: "an object"
        case .array: "a list"
        }
    }

    private func shown(_ node: Node?) -> String? {
        switch node?.kind {
        case nil: nil
        case .string(let text): shown(text)
        case .number(let number): Value.number(number).text
        case .bool(let flag): "\(flag)"
        case .null: "null"
        case .object: "an object"
        case .array: "a list"
        }
    }

    /// In quotes, whole up to a length that tells enough.
    private func shown(_ text: String) -> String {
        let cut = text.count > 400 ? text.prefix(399) + "…" : text[...]
        return JSONWriter.text { $0.string(visible(cut)) }
    }
}

extension Node {
    /// The value as conditions on fields see it; nil for what has no value.
    fileprivate var value: Value? {
        switch kind {
        case .string(let text): .text(text)
        case .number(let number): .number(number)
        case .bool(let flag): .flag(flag)
        case .object, .array, .null: nil
        }
    }
}
