import JSON

/// A value found in a frame by its path.
enum FrameField: Equatable {
    case absent
    case text(String)
    /// The number, and as it is written.
    case number(Double, String)
    case flag(Bool)
    /// An object, an array or null: no condition on it holds.
    case other(JSONKind)

    /// The value under the keys, an array's elements counted from 0. Of a key that comes twice the first counts.
    static func find(_ path: [String], in frame: Span<UInt8>) -> FrameField {
        guard !frame.isEmpty else { return .absent }
        do throws(JSONError) {
            var reader = JSONReader(frame)
            for key in path {
                guard try descend(&reader, key) else { return .absent }
            }
            return try value(&reader, frame)
        } catch {
            return .absent
        }
    }

    /// Moves the reader from before a container to before the value of the key in it.
    private static func descend(_ reader: inout JSONReader, _ key: String) throws(JSONError) -> Bool {
        switch try reader.peek() {
        case .object:
            try reader.enterObject()
            while let token = try reader.nextKey() {
                if reader.text(of: token).utf8.elementsEqual(key.utf8) { return true }
                try reader.skip()
            }
            return false
        case .array:
            guard let index = Int(key), index >= 0 else { return false }
            try reader.enterArray()
            var at = 0
            while try reader.nextElement() {
                if at == index { return true }
                try reader.skip()
                at += 1
            }
            return false
        case .string, .number, .bool, .null: return false
        }
    }

    private static func value(_ reader: inout JSONReader, _ frame: Span<UInt8>) throws(JSONError) -> FrameField {
        switch try reader.peek() {
        case .string: return .text(try reader.readText())
        case .bool: return .flag(try reader.readBool())
        case .number:
            let token = try reader.skip()
            let text = frame.extracting(token.range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
            return .number(try reader.double(of: token), text)
        case let kind: return .other(kind)
        }
    }
}
