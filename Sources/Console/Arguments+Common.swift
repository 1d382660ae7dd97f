import Drive
import Glibc
import Net
import Rules

/// What several commands read from their flags in the same way.
extension Arguments {
    /// How a command that works for a while says what it does.
    ///
    /// - Parameter hidesFrames: they are shown in another way. With --log-level debug they are in the log too.
    public func journal(namesBots: Bool = false, hidesFrames: Bool = false) -> Journal {
        var style = Journal.Style()
        style.isJSON = self[.log] == "json"
        style.level = self[.logLevel].flatMap(LogLevel.init(rawValue:)) ?? (has(.quiet) ? .warning : .info)
        style.hasColor = !style.isJSON && Terminal.hasColor(2, mode: self[.color])
        style.isTerminal = isatty(2) == 1
        style.zone = ZoneFolder().local()
        style.namesBots = namesBots
        if hidesFrames, style.level > .debug { style.hides = ["in", "out", "connection"] }
        return Journal(style)
    }

    /// `--cert` and `--key`: this side's certificate; the key may be in the same file.
    public func certificate() throws(ExitFault) -> (certificate: String?, key: String?) {
        guard has(.clientCert) || !has(.key) else { throw usage("--key needs --cert") }
        return (self[.clientCert], self[.key])
    }

    /// What `--watch` asks for: `changed` is called with those of the files that are other ones now.
    ///
    /// - Throws: `usage` if there is no file to watch.
    public func watch(
        _ paths: [String], _ loop: Loop, changed: @escaping (Set<String>) -> Void
    ) throws(ExitFault) -> FileWatch? {
        guard has(.watch) else { return nil }
        guard !paths.isEmpty else { throw usage("--watch needs a rule file") }
        return try FileWatch(loop, files: paths, changed: changed)
    }

    /// For faults in files, which go to standard error.
    public var paint: Paint { Paint(isOn: Terminal.hasColor(2, mode: self[.color])) }
}
