import Files

/// Why state cannot be read or kept. A command that meets one at its start ends with exit code 73 (cli.md).
public struct StateFault: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// Another process uses the folder.
        case locked
        /// The folder or a file in it cannot be made, opened or written.
        case denied
        /// It is no database, or a broken one; or a file in the folder does not hold what it should.
        case unreadable
        /// It was written by a later version of this program.
        case newer
        /// The disk is full: what was to be kept is held in memory, and goes with the next attempt.
        case full
        /// The store was closed.
        case closed
        /// The audit log's chain is broken: records were cut off or changed.
        case broken
        /// What was to be written is not what the log takes.
        case unsound
    }

    public var code: Code
    /// For people: what is wrong with which file, and what to do.
    public var text: String

    public init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }

    init(_ fault: FileFault) {
        self.init(fault.code == .full ? .full : .denied, fault.description)
    }

    public var description: String { text }
}

extension FileFault {
    /// What stands there was not written by this program: it is no file, or far too long.
    var isForeign: Bool { code == .long || code == .irregular }
}
