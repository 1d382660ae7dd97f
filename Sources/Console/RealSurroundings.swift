import Drive
import Files
import Media
import Prove

extension Surroundings {
    /// Files, zones and types as they are on this machine.
    public static var real: Surroundings {
        let zones = ZoneFolder()
        return Surroundings(
            read: { path in
                do throws(FileFault) { return .success(try wholeFile(path, atMost: BotSource.largest)) } catch {
                    return .failure(
                        .init("\(error)", isMissing: error.code == .missing, hint: NearbyFile.hint(for: error)))
                }
            },
            sniff: { bytes in
                let type = MediaType.sniff(bytes)
                return (type.mime, type.kind.rawValue)
            },
            contradicts: { mime, said in
                MediaType(mime: mime, kind: MediaKind(mime: mime), fileExtension: "").contradicts(said)
            },
            zone: { zones.zone($0) },
            options: { path in
                var options = BotSource.options(folder: folder(of: path))
                options.lints = false
                return options
            })
    }
}
