import Bot
import Files
import Rules

/// A rule file as it was read from the disk.
public struct BotSource: Sendable {
    public var file: BotFile
    /// What the file's own paths are relative to.
    public let folder: String
    /// SHA-256 of the file's bytes, in hexadecimal: names the version in the audit log.
    public let hash: String

    /// Reads and checks a rule file.
    /// - Throws: `noInput` if it cannot be read, `badFile` with every fault printed if it is not right.
    public init(path: String, paint: Paint) throws(ExitFault) {
        let bytes: [UInt8]
        do {
            bytes = try wholeFile(path, atMost: Self.largest)
        } catch {
            throw ExitFault(unreadable: error)
        }
        try self.init(bytes: bytes, path: path, folder: Drive.folder(of: path), paint: paint)
    }

    public init(bytes: [UInt8], path: String, folder: String, paint: Paint) throws(ExitFault) {
        var options = Self.options(folder: folder)
        options.lints = false
        let reading = RuleFile.read(bytes: bytes, path: path, options: options)
        guard let file = reading.file else {
            let errors = reading.diagnostics.filter { $0.severity == .error }
            throw ExitFault(.badFile, DiagnosticPrinter(source: reading.source, colour: paint.isOn).text(of: errors))
        }
        self.file = file
        self.folder = folder
        hash = SHA256.hex(bytes) ?? ""
    }

    /// How every command reads a rule file: zones and files are looked up for real, and patterns are timed.
    public static func options(folder: String) -> RuleFile.Options {
        let zones = ZoneFolder()
        return RuleFile.Options(
            zoneExists: { zones.zone($0) != nil },
            fileExists: { path in
                let path = path.hasPrefix("/") ? path : folder + "/" + path
                return (try? Folder.status(path))?.isRegular ?? false
            },
            stopwatch: ThreadTime.of)
    }

    /// Bytes that a rule file may have.
    public static let largest = 64 << 20

    /// What all bots of the file on one loop share.
    /// - Parameters:
    ///   - retries: false: a connection that cannot be made, or is lost, is the last.
    ///   - salt: goes into the ids that the bots make.
    public func blueprint(
        tracing: Blueprint.Tracing, keeps: Bool, retries: Bool = true, salt: UInt64 = 0
    ) throws(ExitFault) -> Blueprint {
        let (zones, missing) = ZoneFolder().table(for: file)
        if let name = missing.first {
            throw ExitFault(
                .badConfiguration, "this system has no time zone \(name)", hint: "install tzdata, or set TZDIR")
        }
        do throws(CompileFault) {
            return Blueprint(
                try Program(file), zones: zones, tracing: tracing, keeps: keeps, maxAttempts: retries ? nil : 1,
                salt: salt)
        } catch {
            throw ExitFault(.badFile, "\(file.path):\(error.place.line):\(error.place.column): \(error.message)")
        }
    }
}

/// The folder that a file is in, as its path names it.
public func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}
