import CSystem
import Files
import Glibc

/// Why a file could not be put into its folder.
public struct InboxFault: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// The file alone is over the folder's quota.
        case overQuota = "over_quota"
        /// The disk is full.
        case full
        /// The folder or the file cannot be written or read.
        case denied
    }

    public var code: Code
    public var text: String

    public init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }

    init(_ fault: FileFault) { self.init(fault.code == .full ? .full : .denied, fault.description) }

    public var description: String { text }
}

/// The folder of received files. A file is written out of sight, in `.incoming`, and appears whole, by one rename, under a
/// safe name that no other file has. The folder has a quota: the oldest files make room. In another folder, which may
/// hold anything of its owner's, only the files count that were put there from here: a list beside them says which.
public final class Inbox: Sendable {
    public let folder: String
    /// Bytes of all files together.
    public let quota: Int
    /// For what is on its way: mode 0700, emptied when the inbox is opened. Give it to `Fetcher` as well.
    public let incoming: String

    /// Makes the folder where it is missing, and clears away what an earlier process left unfinished.
    public init(_ folder: String, quota: Int) throws(InboxFault) {
        self.folder = folder
        self.quota = quota
        incoming = folder + "/.incoming"
        do throws(FileFault) {
            try Folder.create(incoming)
            for name in try Folder.names(incoming) { try Folder.remove(incoming + "/" + name) }
        } catch {
            throw InboxFault(error)
        }
    }

    /// The place for the parts of a transfer.
    public func begin() -> Incoming { Incoming(in: incoming) }

    /// Moves a file, joined or fetched, into the folder, or into another. Returns its new path. The bytes are on the disk
    /// before the name is there. It may wait for the disk: large files are not for a loop's thread.
    public func save(
        _ file: String, filename: String?, id: String, type: MediaType, to other: String? = nil
    ) throws(InboxFault) -> String {
        do throws(FileFault) {
            let target = other ?? folder
            try Folder.create(target)
            let size: Int
            do {
                let open = try File.read(file)
                size = try open.status().size
                try open.sync()
            }
            guard size <= quota else {
                throw FileFault("save", file, code: .exhausted, reason: "\(size) bytes are over the quota of \(quota)")
            }
            try makeRoom(for: size, in: target)
            let source = try bring(file, size, near: target)
            let name = SafeName.make(filename: filename, id: id, type: type)
            let path: String
            do {
                path = try place(source, as: name, in: target)
            } catch {
                if source != file { try? Folder.remove(source) }
                throw error
            }
            if source != file { try Folder.remove(file) }
            if other != nil { try list(path, in: target) }
            try Folder.sync(target)
            return path
        } catch {
            throw error.code == .exhausted && error.operation == "save"
                ? InboxFault(.overQuota, error.reason) : InboxFault(error)
        }
    }

    private func place(_ source: String, as name: String, in target: String) throws(FileFault) -> String {
        // The age for the quota begins now, also for a file from the cache.
        utimes(source, nil)
        for number in 1...999 {
            let path = target + "/" + (number == 1 ? name : SafeName.numbered(name, number))
            if try Folder.renameIfFree(source, to: path) { return path }
        }
        let path = target + "/" + Randomness.name() + "-" + name
        guard try Folder.renameIfFree(source, to: path) else {
            throw FileFault("save", path, code: .exists, reason: "The name is taken")
        }
        return path
    }

    /// The file itself, or a copy on the target's file system, since no rename crosses from one to another.
    private func bring(_ file: String, _ size: Int, near target: String) throws(FileFault) -> String {
        let copy = target + "/.incoming-" + Randomness.name()
        do {
            _ = try Folder.linkIfFree(file, to: copy)
            try Folder.remove(copy)
            return file
        } catch {
            guard error.code == .system || error.code == .denied else { throw error }
            do throws(FileFault) {
                let new = try File.create(copy)
                try new.append(0..<size, of: try File.read(file))
                try new.sync()
            } catch {
                try? Folder.remove(copy)
                throw error
            }
            return copy
        }
    }

    /// Names of the files that were put into a folder of somebody else's.
    private static let list = ".talaria-received"

    private func listed(in target: String) -> [String] {
        let bytes = (try? Folder.contents(target + "/" + Self.list, atMost: 4 << 20)) ?? nil
        let names = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        return names.filter { !$0.contains("/") }
    }

    private func list(_ path: String, in target: String) throws(FileFault) {
        let name = String(path.dropFirst(target.count + 1))
        let names = listed(in: target).filter { $0 != name && (try? Folder.ownStatus(target + "/" + $0)) != nil }
        try Folder.replace(target + "/" + Self.list, with: Array((names + [name]).joined(separator: "\n").utf8))
    }

    /// Removes the oldest files until there is room under the quota.
    private func makeRoom(for size: Int, in target: String) throws(FileFault) {
        var files: [(path: String, size: Int, modified: Int64)] = []
        var total = size
        let names = target == folder ? try Folder.names(target) : listed(in: target)
        for name in names where !name.hasPrefix(".") {
            guard let status = try? Folder.ownStatus(target + "/" + name), status.isRegular else { continue }
            files.append((target + "/" + name, status.size, status.modified))
            total += status.size
        }
        guard total > quota else { return }
        for file in files.sorted(by: { ($0.modified, $0.path) < ($1.modified, $1.path) }) where total > quota {
            try Folder.remove(file.path)
            total -= file.size
        }
    }
}
