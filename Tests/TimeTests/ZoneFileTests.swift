import Foundation
import Testing

@testable import Time

@Suite("A zone file")
struct ZoneFileTests {
    @Test("of version 1 has 4-byte times and no rule")
    func versionOne() throws {
        var file = ZoneFile(version: 0, times: [100, 200], types: [1, 0])
        file.offsets.append((3600, 1, 0))
        let zone = try Zone(tzif: file.bytes, name: "x")
        let offsets = [99, 100, 199, 200].map { zone.offset(at: WallTime(milliseconds: $0 * 1000)).seconds }
        #expect(offsets == [0, 3600, 3600, 0])
        #expect(zone.rule == nil)
    }

    @Test("of version 2 and later has 8-byte times and a rule", arguments: [0x32, 0x33, 0x34] as [UInt8])
    func later(version: UInt8) throws {
        let file = ZoneFile(
            version: version, times: [-5_000_000_000], types: [0], footer: "\nCET-1CEST,M3.5.0,M10.5.0/3\n")
        let zone = try Zone(tzif: file.bytes, name: "x")
        #expect(zone.transitions.map(\.at) == [-5_000_000_000])
        #expect(zone.offset(at: moment("2026-07-01T00:00:00Z")).abbreviation == "CEST")
    }

    @Test("without a rule keeps its last offset")
    func noRule() throws {
        var file = ZoneFile(times: [100], types: [1])
        file.offsets.append((3600, 0, 0))
        let zone = try Zone(tzif: file.bytes, name: "x")
        #expect(zone.offset(at: WallTime(milliseconds: .max)).seconds == 3600)
    }

    @Test("that is none, is cut off or lies about itself is refused")
    func refused() {
        func fault(_ change: (inout ZoneFile) -> Void) -> ZoneFault? {
            var file = ZoneFile()
            change(&file)
            do {
                _ = try Zone(tzif: file.bytes, name: "x")
                return nil
            } catch {
                return error
            }
        }
        #expect(fault { _ in } == nil)
        #expect(throws: ZoneFault.notAZoneFile) { try Zone(tzif: [], name: "x") }
        #expect(throws: ZoneFault.notAZoneFile) { try Zone(tzif: Array("# a text".utf8), name: "x") }
        #expect(throws: ZoneFault.cutOff) { try Zone(tzif: Array("TZif2".utf8), name: "x") }
        #expect(fault { $0.offsets = [] } == .malformed)
        #expect(fault { $0.offsets = [(0, 2, 0)] } == .malformed)
        #expect(fault { $0.offsets = [(0, 0, 9)] } == .malformed)
        #expect(fault { $0.offsets = [(Int32.min, 0, 0)] } == .malformed)
        #expect(fault { ($0.times, $0.types) = ([1], [7]) } == .malformed)
        #expect(fault { ($0.times, $0.types) = ([2, 1], [0, 0]) } == .malformed)
        #expect(fault { $0.footer = "" } == .cutOff)
        #expect(fault { $0.footer = "UTC0\n" } == .malformed)
        #expect(fault { $0.footer = "\nUTC0" } == .cutOff)
        #expect(fault { $0.footer = "\nno rule\n" } == .malformed)
    }

    @Test("does not trap, wherever it is cut and whichever byte is changed")
    func hostile() throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Dublin")))
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: ZoneFault.self) { try Zone(tzif: Array(bytes.prefix(count)), name: "x") }
        }
        for index in bytes.indices where index < 100 || index % 5 == 0 {
            for value in [0, 0x7F, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = value
                guard let zone = try? Zone(tzif: changed, name: "x") else { continue }
                _ = zone.civil(at: WallTime(milliseconds: 1_772_359_200_000))
            }
        }
    }

    @Test("of every zone of the system can be read")
    func all() throws {
        let folder = URL(filePath: "/usr/share/zoneinfo")
        var count = 0
        for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            ?? .init()
        {
            guard let data = try? Data(contentsOf: file), data.starts(with: Data("TZif".utf8)) else { continue }
            _ = try Zone(tzif: Array(data), name: file.lastPathComponent)
            count += 1
        }
        #expect(count > 300)
    }
}
