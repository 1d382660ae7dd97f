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

/// The folder of received files. A file is written out of sight, in `.incoming`, and appears whole, in one step, under a
/// safe name that no other file has. The folder has a quota: the oldest files make room. In another folder, which may
/// hold anything of its owner's, only the files count that were put there from here: a list beside them says which.
public final class Inbox: Sendable {
    public let folder: String
    /// Bytes of all files together.
    public let quota: Int
    /// For what is on its way: mode 0700. Give it to `Fetcher` as well.
    public let incoming: String
    private let underWay: UnderWay

    /// Makes the folder where it is missing.
    public init(_ folder: String, quota: Int) throws(InboxFault) {
        self.folder = folder
        self.quota = quota
        underWay = UnderWay(atMost: quota)
        incoming = folder + "/.incoming"
        do throws(FileFault) {
            try Folder.create(incoming)
        } catch {
            throw InboxFault(error)
        }
    }

    /// Clears away what an earlier process left on its way.
    /// - Parameter isNeeded: whether the file of that name is still to be sent or saved.
    public func clear(keeping isNeeded: (String) -> Bool) throws(InboxFault) {
        do throws(FileFault) {
            for name in try Folder.names(incoming) where !isNeeded(name) {
                try Folder.remove(incoming + "/" + name)
            }
        } catch {
            throw InboxFault(error)
        }
    }

    /// The place for the parts of a transfer. All that are under way, whoever sends them, are within the quota together.
    public func begin() -> Incoming { Incoming(in: incoming, underWay) }

    /// Puts a file, joined or fetched, into the folder, or into another. Returns its path there; the file itself stays the
    /// caller's, to be saved once more or removed. The bytes are on the disk before the name is there. It may wait for the
    /// disk: large files are not for a loop's thread.
    public func save(
        _ file: String, filename: String?, id: String, type: MediaType, to other: String? = nil
    ) throws(InboxFault) -> String {
        do throws(FileFault) {
            let target = other ?? folder
            try Folder.create(target)
            let status: File.Status
            do {
                let open = try File.read(file)
                status = try open.status()
                try open.sync()
            }
            guard status.size <= quota else {
                let reason = "\(status.size) bytes are over the quota of \(quota)"
                throw FileFault("save", file, code: .exhausted, reason: reason)
            }
            try makeRoom(for: status.size, in: target)
            let path = try bring(file, status, as: SafeName.make(filename: filename, id: id, type: type), to: target)
            // The age for the quota begins now, also for a file from the cache.
            utimes(path, nil)
            if other != nil { try list(path, in: target) }
            try Folder.sync(target)
            return path
        } catch {
            throw error.code == .exhausted && error.operation == "save"
                ? InboxFault(.overQuota, error.reason) : InboxFault(error)
        }
    }

    /// Gives the file a second name in the target, if it has but one; else, and on another file system, makes a copy. So
    /// whoever changes a saved file in place changes no other one, nor what the cache keeps.
    private func bring(
        _ file: String, _ status: File.Status, as name: String, to target: String
    ) throws(FileFault) -> String {
        if status.links == 1 {
            do throws(FileFault) {
                return try place(as: name, in: target) { (path) throws(FileFault) in
                    try Folder.linkIfFree(file, to: path)
                }
            } catch {
                guard error.code == .system || error.code == .denied else { throw error }
            }
        }
        let copy = target + "/.incoming-" + Randomness.name()
        do throws(FileFault) {
            do {
                let new = try File.create(copy)
                try new.append(0..<status.size, of: try File.read(file))
                try new.sync()
            }
            return try place(as: name, in: target) { (path) throws(FileFault) in
                try Folder.renameIfFree(copy, to: path)
            }
        } catch {
            try? Folder.remove(copy)
            throw error
        }
    }

    /// Under the first name that is free.
    private func place(
        as name: String, in target: String, _ put: (String) throws(FileFault) -> Bool
    ) throws(FileFault) -> String {
        for number in 1...999 {
            let path = target + "/" + (number == 1 ? name : SafeName.numbered(name, number))
            if try put(path) { return path }
        }
        let path = target + "/" + Randomness.name() + "-" + name
        guard try put(path) else { throw FileFault("save", path, code: .exists, reason: "The name is taken") }
        return path
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
