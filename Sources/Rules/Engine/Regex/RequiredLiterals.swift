import CRE2

// The rule of required literals: a text in which none of them stands cannot match, so the regex need not run. RE2's filter
// finds them in the pattern and tells which sets of them are enough; asked with some left out, it tells which are needed.

extension CompiledRegex {
    static func requiredLiterals(of source: RegexSource, exact: Bool) -> [[UInt8]]? {
        let filter = source.rewritten.withUnsafeBufferPointer {
            cre2_atoms_new(characters($0), $0.count, !exact, 1)
        }
        guard let filter else { return nil }
        defer { cre2_atoms_free(filter) }
        let atoms = (0..<cre2_atoms_count(filter)).map { index in
            var length = 0
            guard let text = cre2_atoms_at(filter, index, &length) else { return [UInt8]() }
            return Array(UnsafeRawBufferPointer(start: text, count: length))
        }
        func mightMatch(without absent: Set<Int>) -> Bool {
            let present = atoms.indices.filter { !absent.contains($0) }.map { Int32($0) }
            return cre2_atoms_pass(filter, present, Int32(present.count))
        }
        let all = Set(atoms.indices)
        guard !all.isEmpty, !mightMatch(without: all) else { return nil }
        var literals = smallest(of: all, lengths: atoms.map(\.count), mightMatch).map {
            FoldTable.shared.folded(atoms[$0])
        }
        // An exact regex sees the space around the text, which the folded text has no more.
        if exact { literals = literals.map(Whitespace.trimmed) }
        return literals.contains(where: \.isEmpty) ? nil : literals
    }

    /// A set of atoms that cannot all be absent: the longest that is needed by itself, or else one that nothing can be
    /// left out of.
    private static func smallest(of all: Set<Int>, lengths: [Int], _ mightMatch: (Set<Int>) -> Bool) -> [Int] {
        let shortestFirst = all.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
        guard all.count <= 64 else { return shortestFirst }
        if let needed = shortestFirst.last(where: { !mightMatch([$0]) }) { return [needed] }
        var kept = all
        for atom in shortestFirst {
            kept.remove(atom)
            if kept.isEmpty || mightMatch(kept) { kept.insert(atom) }
        }
        return kept.sorted()
    }
}
