import Files

/// The rule files that paths name: files as they are, and those below folders, in order of name.
public struct RuleFiles {
    public private(set) var files: [String] = []
    /// The folders among the paths, and those below them.
    public private(set) var folders: [String] = []
    /// What is not there, in words.
    public private(set) var missing: [String] = []

    private let ending: String
    private let others: Bool

    /// - Parameters:
    ///   - ending: of the files below a folder that count.
    ///   - others: tests and load plans count too.
    public init(_ paths: [String], ending: String = ".json", others: Bool = false) {
        self.ending = ending
        self.others = others
        for path in paths {
            do throws(FileFault) {
                guard try Folder.status(path).isFolder else {
                    files.append(path)
                    continue
                }
                let before = files.count
                try descend(path)
                if files.count == before { missing.append("\(path) holds no \(what)") }
            } catch {
                missing.append("\(error)")
            }
        }
    }

    private var what: String { ending == ".json" ? "rule file" : "file whose name ends in \(ending)" }

    private func counts(_ name: String) -> Bool {
        guard name.hasSuffix(ending), !name.hasSuffix(".schema.json") else { return false }
        return others || ending != ".json" || ![".test.json", ".load.json"].contains { name.hasSuffix($0) }
    }

    private mutating func descend(_ folder: String) throws(FileFault) {
        folders.append(folder)
        for name in try Folder.names(folder).sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            if try Folder.status(path).isFolder {
                try descend(path)
            } else if counts(name) {
                files.append(path)
            }
        }
    }
}
