import Rules
import Time

/// What proving needs from outside, handed in by the command: it opens no file itself.
public struct Surroundings {
    /// Why a file could not be read.
    public struct Unreadable: Error, Sendable, Hashable {
        public var reason: String
        /// There is no such file.
        public var isMissing: Bool
        /// What may have been meant.
        public var hint: String?

        public init(_ reason: String, isMissing: Bool = false, hint: String? = nil) {
            self.reason = reason
            self.isMissing = isMissing
            self.hint = hint
        }
    }

    /// The bytes of a file, by its path.
    public var read: (_ path: String) -> Result<[UInt8], Unreadable>
    /// What a file's bytes are: its type and its kind, such as `image/png` and `image`.
    public var sniff: (_ bytes: [UInt8]) -> (mime: String, kind: String)
    /// Whether bytes of a type are plainly not what a server called them.
    public var contradicts: (_ mime: String, _ said: String) -> Bool
    /// A time zone by its name; nil if there is none.
    public var zone: (_ name: String) -> Zone?
    /// How the rule file at a path is read.
    public var options: (_ path: String) -> RuleFile.Options

    public init(
        read: @escaping (_ path: String) -> Result<[UInt8], Unreadable>,
        sniff: @escaping (_ bytes: [UInt8]) -> (mime: String, kind: String) = { _ in
            ("application/octet-stream", "document")
        },
        contradicts: @escaping (_ mime: String, _ said: String) -> Bool = { $0 != $1 },
        zone: @escaping (_ name: String) -> Zone? = { _ in nil },
        options: @escaping (_ path: String) -> RuleFile.Options = { _ in .init(lints: false) }
    ) {
        self.read = read
        self.sniff = sniff
        self.contradicts = contradicts
        self.zone = zone
        self.options = options
    }
}

/// Paths as files name each other.
enum RelativePath {
    /// `path` as seen from the file at `file`.
    static func resolve(_ path: String, from file: String) -> String {
        guard !path.utf8.starts(with: "/".utf8), let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return path
        }
        return String(file[...slash]) + path
    }
}
