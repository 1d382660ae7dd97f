import Files

/// The rule files that paths name: files as they are, and those below folders, in order of name.
public struct RuleFiles {
    public private(set) var files: [String] = []
    /// The folders among the paths, and those below them.
    public private(set) var folders: [String] = []
    /// What is not there, or cannot be read.
    public private(set) var missing: [ExitFault] = []
    /// The folders below the path at hand that were descended into: a link may lead back to one.
    private var seen: Set<FileIdentity> = []

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
                let before = (files.count, missing.count)
                seen = []
                descend(path)
                if (files.count, missing.count) == before {
                    missing.append(ExitFault(.noInput, "\(path) holds no \(what)"))
                }
            } catch {
                missing.append(ExitFault(unreadable: error))
            }
        }
    }

    private var what: String { ending == ".json" ? "rule file" : "file whose name ends in \(ending)" }

    private func counts(_ name: String) -> Bool {
        guard name.hasSuffix(ending), !name.hasSuffix(".schema.json") else { return false }
        return others || ending != ".json" || ![".test.json", ".load.json"].contains { name.hasSuffix($0) }
    }

    private mutating func descend(_ folder: String) {
        guard let identity = FileIdentity(folder), seen.insert(identity).inserted else { return }
        folders.append(folder)
        do throws(FileFault) {
            for name in try Folder.names(folder).sorted() where !name.hasPrefix(".") {
                let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
                // A link to nothing counts by its name, and is missing when it is read.
                if let status = try? Folder.status(path), status.isFolder {
                    descend(path)
                } else if counts(name) {
                    files.append(path)
                }
            }
        } catch {
            missing.append(ExitFault(unreadable: error))
        }
    }
}
