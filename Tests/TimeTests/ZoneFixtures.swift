import Foundation
import Testing
import Time

/// A zone of the system's database (Debian package tzdata).
func zone(_ name: String) throws -> Zone {
    let data = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name))
    return try Zone(tzif: Array(data), name: name)
}

func moment(_ text: String) -> WallTime {
    guard let time = WallTime(iso8601: text) else {
        Issue.record("\(text) is no moment")
        return WallTime(milliseconds: 0)
    }
    return time
}

/// The bytes of a TZif file, made by hand.
struct ZoneFile {
    var version: UInt8 = 0x32
    var times: [Int64] = []
    var types: [UInt8] = []
    var offsets: [(seconds: Int32, daylight: UInt8, name: UInt8)] = [(0, 0, 0)]
    var names: [UInt8] = Array("UTC\0".utf8)
    var footer = "\n\n"

    var bytes: [UInt8] {
        var bytes = block(width: 4)
        if version >= 0x32 { bytes += block(width: 8) + Array(footer.utf8) }
        return bytes
    }

    private func block(width: Int) -> [UInt8] {
        var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        for count in [0, 0, 0, times.count, offsets.count, names.count] { bytes += big(Int64(count), 4) }
        for time in times { bytes += big(time, width) }
        bytes += types
        for offset in offsets { bytes += big(Int64(offset.seconds), 4) + [offset.daylight, offset.name] }
        return bytes + names
    }

    private func big(_ value: Int64, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> Int64((width - 1 - $0) * 8)) }
    }
}
