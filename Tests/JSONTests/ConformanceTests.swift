import Foundation
import JSON
import Testing

// The public JSONTestSuite, file by file. It is not part of this repository: it is looked for in ../shared/data beside the
// package, or under TALARIA_SHARED. Where it is not found the suite is skipped, and says so.

private enum Suite {
    static let folder: URL? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["TALARIA_SHARED"].map { URL(fileURLWithPath: $0) }
        let shared = named ?? package.deletingLastPathComponent().appendingPathComponent("shared")
        let folder = shared.appendingPathComponent("data/json-test-suite/test_parsing")
        if FileManager.default.fileExists(atPath: folder.path) { return folder }
        print("JSONTestSuite NOT FOUND at \(folder.path): its tests are skipped. Set TALARIA_SHARED to run them.")
        return nil
    }()

    static func files(_ prefix: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: #require(folder), includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix(prefix) }.sorted { $0.path < $1.path }
    }
}

/// Reads every value of a text, as a frame's reader would.
private func fault(_ bytes: [UInt8]) -> JSONError.Code? {
    var reader = JSONReader(bytes.span)
    do throws(JSONError) {
        try readAll(&reader)
        try reader.finish()
        return nil
    } catch {
        return error.code
    }
}

private func readAll(_ reader: inout JSONReader) throws(JSONError) {
    switch try reader.peek() {
    case .object:
        try reader.enterObject()
        while let key = try reader.nextKey() {
            _ = reader.text(of: key)
            try readAll(&reader)
        }
    case .array:
        try reader.enterArray()
        while try reader.nextElement() { try readAll(&reader) }
    case .string: _ = try reader.readText()
    case .number: _ = try reader.readDouble()
    case .bool: _ = try reader.readBool()
    case .null: try reader.readNull()
    }
}

private func skipFault(_ bytes: [UInt8]) -> JSONError.Code? {
    var reader = JSONReader(bytes.span)
    do throws(JSONError) {
        try reader.skip()
        try reader.finish()
        return nil
    } catch {
        return error.code
    }
}

@Suite("JSONTestSuite", .enabled(if: Suite.folder != nil, "JSONTestSuite was not found; TALARIA_SHARED says where"))
struct ConformanceTests {
    @Test("every y_ file is accepted")
    func accepted() throws {
        let files = try Suite.files("y_")
        #expect(files.count == 95)
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            #expect(fault(bytes) == nil, "\(file.lastPathComponent)")
        }
    }

    @Test("every n_ file is refused")
    func refused() throws {
        let files = try Suite.files("n_")
        #expect(files.count == 188)
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            #expect(fault(bytes) != nil, "\(file.lastPathComponent)")
        }
    }

    @Test("every i_ file is decided as the table says")
    func decided() throws {
        let files = try Suite.files("i_")
        #expect(Set(files.map { $0.lastPathComponent }) == Set(decisions.keys.map { "i_\($0).json" }))
        for file in files {
            let name = String(file.deletingPathExtension().lastPathComponent.dropFirst(2))
            let bytes = [UInt8](try Data(contentsOf: file))
            #expect(fault(bytes) == decisions[name]?.fault, "\(name)")
        }
    }

    @Test("stepping over a value refuses what reading it refuses, numbers that no Double holds aside")
    func skipping() throws {
        for file in try Suite.files("") {
            let bytes = [UInt8](try Data(contentsOf: file))
            let read = fault(bytes)
            #expect(skipFault(bytes) == (read == .numberOutOfRange ? nil : read), "\(file.lastPathComponent)")
        }
    }

    @Test("the located tree finds a fault where the reader finds one, comments and duplicate keys aside")
    func locatedTree() throws {
        for file in try Suite.files("") {
            let name = file.lastPathComponent
            let bytes = [UInt8](try Data(contentsOf: file))
            let tree = LocatedTree.parse(bytes)
            let faults = tree.faults.filter { $0.code != .duplicateKey }
            #expect(
                tree.faults.allSatisfy { $0.range.lowerBound >= 0 && $0.range.upperBound <= bytes.count }, "\(name)")
            guard tree.comments.isEmpty else { continue }
            #expect(faults.isEmpty == (fault(bytes) == nil), "\(name): \(faults)")
        }
    }
}

/// What RFC 8259 leaves to us, and why; docs/json.md says it in words. A nil fault: accepted.
private let decisions: [String: (fault: JSONError.Code?, why: String)] = [
    "number_double_huge_neg_exp": (nil, "too small for a Double: it is 0"),
    "number_huge_exp": (.numberOutOfRange, "no finite Double holds it"),
    "number_neg_int_huge_exp": (.numberOutOfRange, "no finite Double holds it"),
    "number_pos_double_huge_exp": (.numberOutOfRange, "no finite Double holds it"),
    "number_real_neg_overflow": (.numberOutOfRange, "no finite Double holds it"),
    "number_real_pos_overflow": (.numberOutOfRange, "no finite Double holds it"),
    "number_real_underflow": (nil, "too small for a Double: it is 0"),
    "number_too_big_neg_int": (nil, "the nearest Double; as an Int it would be refused"),
    "number_too_big_pos_int": (nil, "the nearest Double; as an Int it would be refused"),
    "number_very_big_negative_int": (nil, "the nearest Double; as an Int it would be refused"),
    "object_key_lone_2nd_surrogate": (.loneSurrogate, "half a pair is no character"),
    "string_1st_surrogate_but_2nd_missing": (.loneSurrogate, "half a pair is no character"),
    "string_1st_valid_surrogate_2nd_invalid": (.loneSurrogate, "half a pair is no character"),
    "string_UTF-16LE_with_BOM": (.unexpectedByte, "JSON between systems is UTF-8"),
    "string_UTF-8_invalid_sequence": (.badUTF8, "not UTF-8"),
    "string_UTF8_surrogate_U+D800": (.badUTF8, "UTF-8 holds no surrogates"),
    "string_incomplete_surrogate_and_escape_valid": (.loneSurrogate, "half a pair is no character"),
    "string_incomplete_surrogate_pair": (.loneSurrogate, "half a pair is no character"),
    "string_incomplete_surrogates_escape_valid": (.loneSurrogate, "half a pair is no character"),
    "string_invalid_lonely_surrogate": (.loneSurrogate, "half a pair is no character"),
    "string_invalid_surrogate": (.loneSurrogate, "half a pair is no character"),
    "string_invalid_utf-8": (.badUTF8, "not UTF-8"),
    "string_inverted_surrogates_U+1D11E": (.loneSurrogate, "the halves stand the wrong way round"),
    "string_iso_latin_1": (.badUTF8, "not UTF-8"),
    "string_lone_second_surrogate": (.loneSurrogate, "half a pair is no character"),
    "string_lone_utf8_continuation_byte": (.badUTF8, "not UTF-8"),
    "string_not_in_unicode_range": (.badUTF8, "over U+10FFFF"),
    "string_overlong_sequence_2_bytes": (.badUTF8, "an overlong form"),
    "string_overlong_sequence_6_bytes": (.badUTF8, "an overlong form"),
    "string_overlong_sequence_6_bytes_null": (.badUTF8, "an overlong form"),
    "string_truncated-utf-8": (.badUTF8, "not UTF-8"),
    "string_utf16BE_no_BOM": (.unexpectedByte, "JSON between systems is UTF-8"),
    "string_utf16LE_no_BOM": (.unexpectedByte, "JSON between systems is UTF-8"),
    "structure_500_nested_arrays": (.tooDeep, "over 64 inside each other"),
    "structure_UTF-8_BOM_empty_object": (.unexpectedByte, "RFC 8259 section 8.1: no byte order mark is sent"),
]
