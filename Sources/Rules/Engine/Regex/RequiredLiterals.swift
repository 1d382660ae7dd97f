import CRE2

// The rule of required literals: a text in which they do not stand cannot match, so the regex need not run. RE2's filter
// finds them in the pattern and tells which sets of them are enough; asked with some left out, it tells which are needed.

extension CompiledRegex {
    /// Lists of literals: a matching text, folded, holds at least one of each list. None is empty.
    static func requiredLiterals(of source: RegexSource, exact: Bool) -> [[[UInt8]]] {
        let filter = source.rewritten.withUnsafeBufferPointer {
            cre2_atoms_new(characters($0), $0.count, !exact, 1)
        }
        guard let filter else { return [] }
        defer { cre2_atoms_free(filter) }
        let atoms = (0..<cre2_atoms_count(filter)).map { index in
            var length = 0
            guard let text = cre2_atoms_at(filter, index, &length) else { return [UInt8]() }
            return Array(UnsafeRawBufferPointer(start: text, count: length))
        }
        let lists = RequiredAtoms(lengths: atoms.map(\.count)) { absent in
            let present = atoms.indices.filter { !absent.contains($0) }.map { Int32($0) }
            return cre2_atoms_pass(filter, present, Int32(present.count))
        }.lists
        return lists.compactMap { list in
            var literals = list.map { FoldTable.shared.folded(atoms[$0]) }
            // An exact regex sees the space around the text, which the folded text has no more.
            if exact { literals = literals.map(Whitespace.trimmed) }
            return literals.contains(where: \.isEmpty) ? nil : Array(Set(literals))
        }
    }
}

/// Which atoms are needed, found out by leaving some out.
private struct RequiredAtoms {
    private(set) var lists: [[Int]] = []

    /// - Parameter mightMatch: whether a text without these atoms might match.
    init(lengths: [Int], mightMatch: (Set<Int>) -> Bool) {
        var left = Set(lengths.indices)
        guard !left.isEmpty, !mightMatch(left) else { return }
        let shortestFirst = left.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
        guard left.count <= 64 else {
            lists = [shortestFirst]
            return
        }
        // Those that are needed by themselves, and then lists from which nothing can be left out.
        for atom in shortestFirst where !mightMatch([atom]) {
            lists.append([atom])
            left.remove(atom)
        }
        while lists.count < 8, !left.isEmpty, !mightMatch(left) {
            var list = left
            for atom in shortestFirst where list.contains(atom) {
                list.remove(atom)
                if list.isEmpty || mightMatch(list) { list.insert(atom) }
            }
            lists.append(list.sorted())
            left.subtract(list)
        }
    }
}
