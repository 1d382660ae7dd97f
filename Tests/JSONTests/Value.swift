import JSON
import Random

/// A JSON value, for tests to compare; objects keep their order and their duplicates.
indirect enum Value: Equatable {
    case object([Member])
    case array([Value])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null

    struct Member: Equatable {
        var key: String
        var value: Value
    }
}

extension Value {
    /// Reads a whole text with the pull reader.
    static func read(_ text: String) throws(JSONError) -> Value { try read(Array(text.utf8)) }

    static func read(_ bytes: [UInt8]) throws(JSONError) -> Value {
        var reader = JSONReader(bytes.span)
        let value = try read(&reader)
        try reader.finish()
        return value
    }

    /// Why a text is refused; nil if it is not.
    static func fault(_ text: String) -> JSONError? { fault(Array(text.utf8)) }

    static func fault(_ bytes: [UInt8]) -> JSONError? {
        do throws(JSONError) {
            _ = try read(bytes)
            return nil
        } catch {
            return error
        }
    }

    private static func read(_ reader: inout JSONReader) throws(JSONError) -> Value {
        switch try reader.peek() {
        case .object:
            var members: [Member] = []
            try reader.enterObject()
            while let key = try reader.nextKey() {
                members.append(Member(key: reader.text(of: key), value: try read(&reader)))
            }
            return .object(members)
        case .array:
            var elements: [Value] = []
            try reader.enterArray()
            while try reader.nextElement() { elements.append(try read(&reader)) }
            return .array(elements)
        case .string: return .string(try reader.readText())
        case .number: return .number(try reader.readDouble())
        case .bool: return .bool(try reader.readBool())
        case .null:
            try reader.readNull()
            return .null
        }
    }

    /// What the located tree holds.
    init(_ node: LocatedTree.Node) {
        switch node.kind {
        case .object(let members):
            self = .object(members.map { Member(key: $0.key, value: Value($0.value)) })
        case .array(let nodes): self = .array(nodes.map { Value($0) })
        case .string(let text): self = .string(text)
        case .number(let number): self = .number(number)
        case .bool(let flag): self = .bool(flag)
        case .null: self = .null
        }
    }

    func write(to json: inout JSONWriter) {
        switch self {
        case .object(let members):
            json.object { json in
                for member in members {
                    json.key(member.key)
                    member.value.write(to: &json)
                }
            }
        case .array(let elements):
            json.array { json in
                for element in elements { element.write(to: &json) }
            }
        case .string(let text): json.string(text)
        case .number(let number): json.double(number)
        case .bool(let flag): json.bool(flag)
        case .null: json.null()
        }
    }

    /// A value made up by a generator, at most `depth` levels deep.
    static func random(depth: Int, using random: inout SplitMix) -> Value {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .number(randomNumber(using: &random))
        case 3, 4: return .string(randomText(using: &random))
        case 5:
            return .array(
                (0..<Int.random(in: 0..<4, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            return .object(
                (0..<Int.random(in: 0..<4, using: &random)).map { _ in
                    Member(key: randomText(using: &random), value: .random(depth: depth - 1, using: &random))
                })
        }
    }

    private static func randomNumber(using random: inout SplitMix) -> Double {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return Double(Int.random(in: -1000...1000, using: &random))
        case 1: return Double.random(in: -1...1, using: &random)
        case 2: return Double(Int.random(in: -(1 << 60)...(1 << 60), using: &random))
        default:
            let number = Double(bitPattern: random.next())
            return number.isFinite ? number : 0
        }
    }

    /// Up to 40 characters of all widths, with all that must be escaped among them.
    static func randomText(using random: inout SplitMix) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "b", " ", "/", "\"", "\\", "\n", "\r", "\t", "\u{8}", "\u{C}", "\u{0}", "\u{1F}", "\u{7F}", "é", "я",
            "€", "日",
            "\u{FFFD}", "\u{FFFF}", "👋", "𝄞", "\u{10FFFF}", "\u{301}",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0..<40, using: &random) {
            text.unicodeScalars.append(scalars.randomElement(using: &random) ?? "x")
        }
        return text
    }
}
