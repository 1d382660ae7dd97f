import CRE2

/// A pattern compiled by RE2. It belongs to one loop: RE2 builds its states while it matches.
final class CompiledRegex {
    let names: [(group: Int, name: String)]
    /// Of its instructions; what it can cost at most a character grows with it.
    let programSize: Int
    private let handle: OpaquePointer
    private let groupCount: Int
    /// Lists of literals: a matching text, folded, holds at least one of each list. None is empty.
    private(set) lazy var required = Self.requiredLiterals(of: source, exact: exact)
    private let source: RegexSource
    private let exact: Bool

    init(_ source: RegexSource, exact: Bool) throws(RegexFault) {
        // Small programs fit the first cap; others are compiled again under one that fits them.
        var handle = Self.compile(source, exact: exact, memory: Self.memory(forProgram: 0))
        let size = Int(cre2_program_size(handle))
        if cre2_error(handle) == Self.tooLarge || Self.memory(forProgram: size) > Self.memory(forProgram: 0) {
            let memory = cre2_error(handle) == Self.tooLarge ? Self.mostMemory : Self.memory(forProgram: size)
            cre2_free(handle)
            handle = Self.compile(source, exact: exact, memory: memory)
        }
        if cre2_error(handle) != 0 {
            defer { cre2_free(handle) }
            throw Self.fault(of: handle, source)
        }
        self.source = source
        self.exact = exact
        self.handle = handle
        programSize = Int(cre2_program_size(handle))
        groupCount = Int(cre2_group_count(handle))
        var names: [(Int, String)] = []
        for group in 0...groupCount {
            var length = 0
            if let name = cre2_group_name(handle, Int32(group), &length) {
                names.append((group, Self.text(name, length)))
            }
        }
        self.names = names
    }

    deinit { cre2_free(handle) }

    /// Whether the pattern is somewhere in the text.
    func matches(_ text: Span<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { bytes in
            cre2_match(handle, Self.characters(bytes), bytes.count, nil, 0)
        }
    }

    /// Adds the named groups that took part in the first match. Nothing is added if there is none.
    func addCaptures(of text: Span<UInt8>, to captures: inout [String: String]) {
        if names.isEmpty { return }
        text.withUnsafeBufferPointer { bytes in
            withUnsafeTemporaryAllocation(of: cre2_range.self, capacity: groupCount + 1) { ranges in
                ranges.initialize(repeating: cre2_range(begin: -1, end: -1))
                guard
                    cre2_match(
                        handle, Self.characters(bytes), bytes.count, ranges.baseAddress, Int32(groupCount + 1))
                else { return }
                for (group, name) in names {
                    let range = ranges[group]
                    guard range.begin >= 0, range.begin <= range.end, range.end <= bytes.count else { continue }
                    captures[name] = String(decoding: bytes[range.begin..<range.end], as: UTF8.self)
                }
            }
        }
    }

    // MARK: - RE2

    private static let tooLarge: Int32 = 15
    static let mostMemory: Int64 = 8 << 20

    /// Bytes for the program and the states that matching keeps. RE2 gives a third of it to the forward automaton; too
    /// little and it falls back to a search that is tens of times slower, so a state for each instruction has room.
    private static func memory(forProgram size: Int) -> Int64 {
        min(mostMemory, max(384 << 10, 128 << 10 + Int64(size) * 6 << 10))
    }

    private static func compile(_ source: RegexSource, exact: Bool, memory: Int64) -> OpaquePointer {
        source.rewritten.withUnsafeBufferPointer {
            cre2_new(characters($0), $0.count, !exact, memory)
        }
    }

    private static func fault(of handle: OpaquePointer, _ source: RegexSource) -> RegexFault {
        var length = 0
        let part = cre2_error_part(handle, &length).map { Array(text($0, length).utf8) } ?? []
        var fault = RegexDiagnosis(tokens: RegexTokens(source.rewritten), pattern: source.rewritten, part: part)
            .fault(cre2_error(handle))
        fault.range = source.original(fault.range)
        return fault
    }

    /// An empty buffer has no address, and RE2 wants one.
    static func characters(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
        UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    }

    static func text(_ characters: UnsafePointer<CChar>, _ length: Int) -> String {
        UnsafeBufferPointer(start: characters, count: length).withMemoryRebound(to: UInt8.self) {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
