import Drive
import Rules

/// What several commands read from their flags in the same way.
extension Arguments {
    /// How a command that works for a while says what it does.
    public func journal(namesBots: Bool = false) -> Journal {
        var style = Journal.Style()
        style.isJSON = self[.log] == "json"
        style.level = self[.logLevel].flatMap(LogLevel.init(rawValue:)) ?? (has(.quiet) ? .warning : .info)
        style.hasColor = !style.isJSON && Terminal.hasColor(2, mode: self[.color])
        style.zone = ZoneFolder().local()
        style.namesBots = namesBots
        return Journal(style)
    }

    /// `--cert` and `--key`: this side's certificate; the key may be in the same file.
    public func certificate() throws(ExitFault) -> (certificate: String?, key: String?) {
        guard has(.clientCert) || !has(.key) else { throw usage("--key needs --cert") }
        return (self[.clientCert], self[.key])
    }

    /// For faults in files, which go to standard error.
    public var paint: Paint { Paint(isOn: Terminal.hasColor(2, mode: self[.color])) }
}
