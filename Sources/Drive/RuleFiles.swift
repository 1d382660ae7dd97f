import Files

/// The rule files that paths name: files as they are, and those below folders, in order of name.
public struct RuleFiles {
    public private(set) var files: [String] = []
    /// What is not there, in words.
    public private(set) var missing: [String] = []

    private let ending: String

    /// - Parameter ending: of the files below a folder that count.
    public init(_ paths: [String], ending: String = ".json") {
        self.ending = ending
        for path in paths {
            do throws(FileFault) {
                if try Folder.status(path).isFolder { try descend(path) } else { files.append(path) }
            } catch {
                missing.append("\(error)")
            }
        }
    }

    private static func isRuleFile(_ name: String) -> Bool {
        ![".test.json", ".load.json", ".schema.json"].contains { name.hasSuffix($0) }
    }

    private mutating func descend(_ folder: String) throws(FileFault) {
        for name in try Folder.names(folder).sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            if try Folder.status(path).isFolder {
                try descend(path)
            } else if name.hasSuffix(ending), ending != ".json" || Self.isRuleFile(name) {
                files.append(path)
            }
        }
    }
}
