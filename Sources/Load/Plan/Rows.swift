import JSON
import Rules

// A row of data for each device, from a CSV file (RFC 4180, its first row the names) or from NDJSON (an object a line).
// The file is checked whole when it is read; what a row holds is taken out of the bytes when its device arrives, so that
// a hundred thousand rows cost their bytes and eight more each.

/// The data of a plan's devices.
public struct Rows: Sendable {
    /// What one device has of its own.
    public struct Row: Sendable, Equatable {
        public var variables: [String: Value] = [:]
        /// Of the column `token`.
        public var token: String?
        /// Of the column `device_id`.
        public var device: String?
    }

    /// What is wrong with a data file.
    public struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
        public var path: String
        /// From 1.
        public var line: Int
        public var message: String

        public var description: String { "\(path):\(line): \(message)" }
    }

    public private(set) var columns: [String] = []
    private var bytes: [UInt8]
    /// Where rows begin.
    private var starts: [Int] = []
    private let isCSV: Bool
    private let path: String

    public var count: Int { starts.count }

    /// Reads a file. One whose name ends in `.csv` is CSV, any other NDJSON.
    public init(bytes: [UInt8], path: String) throws(Fault) {
        self.bytes = bytes
        self.path = path
        isCSV = path.lowercased().hasSuffix(".csv")
        if isCSV { try readCSV() } else { try readNDJSON() }
        if starts.isEmpty { throw Fault(path: path, line: 1, message: "there is no row of data in it") }
    }

    /// The row with that index; empty past the end.
    public subscript(index: Int) -> Row {
        guard starts.indices.contains(index) else { return Row() }
        return isCSV ? csvRow(at: starts[index]) : objectRow(at: starts[index])
    }

    // MARK: CSV

    private mutating func readCSV() throws(Fault) {
        var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var line = 1
        while position < bytes.count {
            let start = position
            let startLine = line
            var fields: [String] = []
            do throws(CSVFault) { fields = try Self.fields(bytes, at: &position, line: &line) } catch {
                throw Fault(path: path, line: line, message: error.message)
            }
            if fields == [""] { continue }
            if columns.isEmpty {
                var names: Set<String> = []
                if let twice = fields.first(where: { !names.insert($0).inserted }) {
                    throw Fault(path: path, line: startLine, message: "two columns are called \(quoted(twice))")
                }
                columns = fields
                continue
            }
            guard fields.count == columns.count else {
                throw Fault(
                    path: path, line: startLine,
                    message: "this row has \(fields.count) fields, and the first one names \(columns.count)")
            }
            starts.append(start)
        }
    }

    private func csvRow(at start: Int) -> Row {
        var position = start
        var line = 0
        let fields = (try? Self.fields(bytes, at: &position, line: &line)) ?? []
        var row = Row()
        for (name, field) in zip(columns, fields) { Self.put(.text(field), name, into: &row) }
        return row
    }

    private struct CSVFault: Error {
        var message: String
    }

    /// The fields of the record that begins at `position`, which moves behind its line break.
    private static func fields(_ bytes: [UInt8], at position: inout Int, line: inout Int) throws(CSVFault) -> [String] {
        var fields: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        var wasQuoted = false
        while true {
            let byte = position < bytes.count ? bytes[position] : nil
            position += 1
            if isQuoted {
                guard let byte else { throw CSVFault(message: "a quote is opened and never closed") }
                if byte == UInt8(ascii: "\n") { line += 1 }
                if byte != UInt8(ascii: "\"") {
                    field.append(byte)
                } else if position < bytes.count, bytes[position] == byte {
                    field.append(byte)
                    position += 1
                } else {
                    isQuoted = false
                    wasQuoted = true
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                guard field.isEmpty, !wasQuoted else {
                    throw CSVFault(
                        message: "a quote stands inside a field; write the whole field in quotes, and this one twice")
                }
                isQuoted = true
            case UInt8(ascii: ","), UInt8(ascii: "\n"), nil:
                if byte != UInt8(ascii: ","), field.last == UInt8(ascii: "\r"), !wasQuoted { field.removeLast() }
                guard let text = String(validating: field, as: UTF8.self) else {
                    throw CSVFault(message: "this row is not UTF-8")
                }
                fields.append(text)
                field.removeAll(keepingCapacity: true)
                wasQuoted = false
                if byte == UInt8(ascii: ",") { continue }
                if byte != nil { line += 1 }
                return fields
            case UInt8(ascii: "\r") where wasQuoted: continue
            case let byte?:
                if wasQuoted { throw CSVFault(message: "something stands behind a closing quote") }
                field.append(byte)
            }
        }
    }

    // MARK: NDJSON

    private mutating func readNDJSON() throws(Fault) {
        var names: Set<String> = []
        var start = 0
        var line = 0
        while start < bytes.count {
            line += 1
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            defer { start = end + 1 }
            if bytes[start..<end].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            let tree = LocatedTree.parse(Array(bytes[start..<end]))
            if let fault = tree.faults.first { throw Fault(path: path, line: line, message: fault.message) }
            guard let root = tree.root, case .object(let members) = root.kind else {
                throw Fault(path: path, line: line, message: "a line must be one JSON object")
            }
            for member in members {
                switch member.value.kind {
                case .string: break
                case .number, .bool:
                    guard !Self.own.contains(member.key) else {
                        throw Fault(path: path, line: line, message: "\(quoted(member.key)) must be a text")
                    }
                default:
                    throw Fault(
                        path: path, line: line,
                        message: "\(quoted(member.key)) must be a text, a number, true or false")
                }
                if names.insert(member.key).inserted { columns.append(member.key) }
            }
            starts.append(start)
        }
    }

    private func objectRow(at start: Int) -> Row {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        var row = Row()
        for member in LocatedTree.parse(Array(bytes[start..<end])).root?.members ?? [] {
            switch member.value.kind {
            case .string(let text): Self.put(.text(text), member.key, into: &row)
            case .number(let number): Self.put(.number(number), member.key, into: &row)
            case .bool(let flag): Self.put(.flag(flag), member.key, into: &row)
            default: break
            }
        }
        return row
    }

    /// Columns that are no variables.
    private static let own: Set = ["token", "device_id"]

    /// Two devices with one id would push each other out.
    ///
    /// - Parameter devices: that many rows are looked at.
    func checkIDs(devices: Int) throws(Fault) {
        guard columns.contains("device_id") else { return }
        var ids: Set<String> = []
        for index in 0..<min(devices, count) {
            guard let id = self[index].device, !ids.insert(id).inserted else { continue }
            let line = bytes[..<starts[index]].count { $0 == UInt8(ascii: "\n") } + 1
            throw Fault(path: path, line: line, message: "another row has the device_id \(quoted(id)) already")
        }
    }

    private static func put(_ value: Value, _ name: String, into row: inout Row) {
        switch (name, value) {
        case ("token", .text("")), ("device_id", .text("")): break
        case ("token", .text(let text)): row.token = text
        case ("device_id", .text(let text)): row.device = text
        default: row.variables[name] = value
        }
    }
}
