import Files
import Glibc
import Hermes
import Rules

/// Reads tokens and keys from where they are kept, anew each time.
public struct SecretReader: Sendable {
    /// What relative paths of a rule file start from.
    public var folder: String

    public init(folder: String) { self.folder = folder }

    /// - Throws: why there is none, in words that never hold the secret.
    public func read(_ source: SecretSource) throws(SecretFault) -> Secret {
        switch source {
        case .environment(let name):
            guard let value = getenv(name) else { throw SecretFault(text: "the variable \(name) is not set") }
            return try Self.checked(String(cString: value), "the variable \(name)")
        case .file(let path):
            return try file(
                path.hasPrefix("/") ? path : folder + "/" + path, isPath: path.contains { "./".contains($0) })
        case .credential(let name):
            guard let credentials = getenv("CREDENTIALS_DIRECTORY") else {
                throw SecretFault(
                    text:
                        "there is no credential \(name): CREDENTIALS_DIRECTORY is not set (it is by systemd, for a unit with LoadCredential=)"
                )
            }
            return try file(String(cString: credentials) + "/" + name)
        }
    }

    /// - Parameter isPath: its name is one beyond doubt; any other word may be the secret itself, given in its place.
    private func file(_ path: String, isPath: Bool = true) throws(SecretFault) -> Secret {
        do {
            return try Self.checked(String(decoding: try wholeFile(path, atMost: 64 << 10), as: UTF8.self), path)
        } catch let fault as FileFault where fault.code == .missing && !isPath {
            throw SecretFault(
                text: "the token's file is not there (its name is not shown: it could be the token itself; ./NAME is)")
        } catch let fault as FileFault {
            throw SecretFault(text: "\(fault)")
        } catch let fault as SecretFault {
            throw fault
        } catch {
            throw SecretFault(text: "cannot read \(path)")
        }
    }

    /// Without the line break that an editor leaves at the end.
    private static func checked(_ text: String, _ place: String) throws(SecretFault) -> Secret {
        var bytes = Substring(text)
        while let last = bytes.last, last.isWhitespace { bytes.removeLast() }
        while let first = bytes.first, first.isWhitespace { bytes.removeFirst() }
        if bytes.isEmpty { throw SecretFault(text: "\(place) is empty") }
        if bytes.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw SecretFault(text: "\(place) holds a line break or a control character: it must be one token alone")
        }
        return Secret(String(bytes))
    }
}

public struct SecretFault: Error, Sendable, CustomStringConvertible {
    public var text: String
    public var description: String { text }
}

/// A whole small file.
public func wholeFile(_ path: String, atMost limit: Int) throws(FileFault) -> [UInt8] {
    let file = try File.read(path)
    let size = try file.status().size
    guard size <= limit else {
        throw FileFault("read", path, code: .long, reason: "it has \(size) bytes, more than the \(limit) allowed")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    _ = try file.read(size, at: 0, appendTo: &bytes)
    return bytes
}
