import Files
import Net

extension TLSContext.Settings {
    /// Some file is named: `--ca`, `--cert`, `--key`.
    public var namesFiles: Bool { authorities != nil || certificate != nil || key != nil }

    /// Says which of the files named is not there.
    /// - Throws: `noInput`.
    public func checkFiles() throws(ExitFault) {
        for case let path? in [authorities, certificate, key] {
            do { _ = try Folder.status(path) } catch { throw ExitFault(unreadable: error) }
        }
    }
}
