/// A `glob` token: `*` stands for any characters and `?` for one, but never for a `/`, for a leading `-`, or for a whole
/// `.` or `..` between slashes.
struct CommandGlob {
    private let segments: [ArraySlice<Unicode.Scalar>]

    init(_ pattern: String) {
        segments = Array(pattern.unicodeScalars).split(separator: "/", omittingEmptySubsequences: false)
    }

    func matches(_ word: [Unicode.Scalar]) -> Bool {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == segments.count else { return false }
        if word.first == "-", let first = segments[0].first, Self.isWild(first) { return false }
        return zip(segments, parts).allSatisfy { Self.matches($0, $1) }
    }

    private static func isWild(_ scalar: Unicode.Scalar) -> Bool { scalar == "*" || scalar == "?" }

    private static func matches(_ pattern: ArraySlice<Unicode.Scalar>, _ part: ArraySlice<Unicode.Scalar>) -> Bool {
        if pattern.contains(where: isWild), isDots(part) { return false }
        var next = pattern.startIndex
        var index = part.startIndex
        // Where to go on from if the last star has to take one character more.
        var retry: (pattern: Int, part: Int)?
        while index < part.endIndex {
            if next < pattern.endIndex, pattern[next] == "*" {
                retry = (next + 1, index)
                next += 1
            } else if next < pattern.endIndex, pattern[next] == "?" || pattern[next] == part[index] {
                next += 1
                index += 1
            } else if let last = retry {
                retry = (last.pattern, last.part + 1)
                next = last.pattern
                index = last.part + 1
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "*" }
    }

    /// `.` or `..`, also as a URL may write it: `%2e` is a dot to a server (WHATWG URL, "double-dot URL path segment").
    private static func isDots(_ part: ArraySlice<Unicode.Scalar>) -> Bool {
        var dots = 0
        var index = part.startIndex
        while index < part.endIndex {
            if part[index] == "." {
                index += 1
            } else if part.endIndex - index >= 3, part[index] == "%", part[index + 1] == "2",
                part[index + 2].value | 0x20 == 0x65
            {
                index += 3
            } else {
                return false
            }
            dots += 1
        }
        return dots == 1 || dots == 2
    }
}
