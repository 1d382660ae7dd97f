/// A word read as a path, with `.`, `..` and repeated slashes taken out. It looks at no file system: a symbolic link is
/// what it is called.
struct CommandPath {
    private var isAbsolute: Bool
    private var segments: [ArraySlice<Unicode.Scalar>] = []
    /// A `..` that had nothing left to go up from.
    private var leaves = false

    /// Nil if the word can be no path: it is empty, or an option.
    init?(_ word: Word) {
        guard !word.isEmpty, !word.startsWithDash else { return nil }
        isAbsolute = word.scalars.first == "/"
        for segment in word.scalars.split(separator: "/") {
            if segment.elementsEqual([".", "."]) {
                if segments.popLast() == nil { leaves = true }
            } else if !segment.elementsEqual(["."]) {
                segments.append(segment)
            }
        }
    }

    /// Whether it is one of the folders or in one of them; a relative one only where `relative` allows it, and then only if
    /// it never goes up out of the folder that it starts from.
    func isUnder(_ folders: [String], relative: Bool) -> Bool {
        guard isAbsolute else { return relative && !leaves }
        return folders.contains { folder in
            guard let folder = CommandPath(Word(folder)), folder.isAbsolute else { return false }
            return segments.count >= folder.segments.count
                && zip(folder.segments, segments).allSatisfy { $0.elementsEqual($1) }
        }
    }
}
