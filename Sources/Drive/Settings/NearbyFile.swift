import Files
import Rules

// A path that names nothing is mostly a slip: a letter, an ending that was left out, a folder too few or too many. What is
// there is looked at, and the likely one named; where there is none, it is said where paths start from.

extension ExitFault {
    /// A file that cannot be read (66), and what may have been meant.
    public init(unreadable fault: FileFault) {
        self.init(.noInput, "\(fault)", hint: NearbyFile.hint(for: fault))
    }
}

/// What may have been meant by a path that cannot be read.
public enum NearbyFile {
    /// Nil where nothing is to be said.
    public static func hint(for fault: FileFault) -> String? {
        switch fault.code {
        case .missing:
            if let near = near(fault.path) { return "did you mean \(near)?" }
            return fault.path.hasPrefix("/") ? nil : "paths start from this folder: \(Paths.absolute("."))"
        case .irregular: return inside(fault.path).map { "that is a folder; name a file, such as \($0)" }
        default: return nil
        }
    }

    private static func near(_ path: String) -> String? {
        let (folder, name) = parted(path)
        let names = names(in: folder)
        // The ending was left out, or it is another one.
        let stem = stem(name)
        if !stem.isEmpty,
            let other = names.filter({ Self.stem($0) == stem && isJSON($0) }).min(by: { $0.count < $1.count })
        {
            return folder + other
        }
        // Of names with one ending the rest is compared, or a short one would be near to any.
        let ending = name.dropFirst(stem.count)
        let alike = names.filter { $0.dropFirst(Self.stem($0).count) == ending }.map { String(Self.stem($0)) }
        if let other = Spelling.nearest(to: String(stem), in: alike) { return folder + other + ending }
        let others = names.filter { !$0.hasSuffix(ending) || ending.isEmpty }
        if let other = Spelling.nearest(to: name, in: others) { return folder + other }
        let below = names.lazy.map { folder + $0 + "/" + name }.first(where: isFile)
        if let below { return below }
        guard !path.hasPrefix("/") else { return nil }
        return [name, "../" + path].first { $0 != path && isFile($0) }
    }

    /// A rule file in a folder.
    private static func inside(_ path: String) -> String? {
        guard (try? Folder.status(path))?.isFolder ?? false else { return nil }
        let folder = path.hasSuffix("/") ? path : path + "/"
        let names = names(in: folder)
        let rules = names.first { isJSON($0) && !$0.hasSuffix(".test.json") && !$0.hasSuffix(".load.json") }
        return (rules ?? names.first(where: isJSON)).map { folder + $0 }
    }

    /// The path up to its last slash, which may be nothing, and the name behind it.
    private static func parted(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[...slash]), String(path[path.index(after: slash)...]))
    }

    /// In order; a folder of very many is not looked through.
    private static func names(in folder: String) -> [String] {
        guard let names = try? Folder.names(folder.isEmpty ? "." : folder), names.count <= 1000 else { return [] }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func stem(_ name: String) -> Substring { name.prefix { $0 != "." } }

    private static func isJSON(_ name: String) -> Bool { name.hasSuffix(".json") && !name.hasSuffix(".schema.json") }

    private static func isFile(_ path: String) -> Bool { (try? Folder.status(path))?.isRegular ?? false }
}
