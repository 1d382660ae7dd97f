import Drive
import Testing

@Suite("The system's time zones")
struct ZoneFolderTests {
    @Test("a zone by its name, and none for names that lead elsewhere")
    func names() {
        let zones = ZoneFolder(path: "/usr/share/zoneinfo")
        #expect(zones.zone("Europe/Lisbon")?.name == "Europe/Lisbon")
        #expect(zones.zone("UTC") == .utc)
        let bad = [
            "../../../etc/passwd", "/etc/localtime", "Europe/../Europe/Lisbon", "", ".", "Europe//Lisbon", "No/Where",
        ]
        for name in bad {
            #expect(zones.zone(name) == nil, "\(name)")
        }
    }
}
