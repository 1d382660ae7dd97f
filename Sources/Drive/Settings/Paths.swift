import Glibc

/// Paths as files name each other.
public enum Paths {
    /// A path as the file at `file` is to name it: both are relative to the working folder, or absolute.
    public static func relative(_ path: String, to file: String) -> String {
        if path.hasPrefix("/") { return path }
        let here = pieces(folder(of: file))
        // Where the way back is not known, the path is named from the root.
        guard !file.hasPrefix("/"), !here.contains("..") else { return absolute(path) }
        let there = pieces(path)
        let shared = zip(here, there.dropLast()).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: here.count - shared)
        return (up + there.dropFirst(shared)).joined(separator: "/")
    }

    /// A relative path as named from the root; `.` is the working folder.
    static func absolute(_ path: String) -> String {
        guard let working = getcwd(nil, 0) else { return path }
        defer { free(working) }
        return path == "." ? String(cString: working) : String(cString: working) + "/" + path
    }

    private static func pieces(_ path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }
    }
}
