// Reading TZif (RFC 8536; RFC 9636 for version 4). A file holds one block with 4-byte times, and from version 2 on a
// second with 8-byte times and a footer; the second is used where it is there. Every count comes from outside and is
// checked against the bytes that are left. Leap seconds are skipped: wall time does not count them.

/// Why the bytes are no time zone.
public enum ZoneFault: Error, Hashable, Sendable {
    /// The file does not begin with `TZif`.
    case notAZoneFile
    case cutOff
    /// A count or an index that the format does not allow.
    case malformed
}

extension Zone {
    /// A zone from the bytes of a TZif file, such as one of /usr/share/zoneinfo.
    public init(tzif bytes: [UInt8], name: String) throws(ZoneFault) {
        var reader = TZifReader(bytes: bytes)
        var header = try reader.header()
        var width = 4
        if header.version >= 2 {
            try reader.skip(header.size(width: 4))
            header = try reader.header()
            width = 8
        }
        let block = try reader.block(header, width: width)
        self.name = name
        self.first = block.offsets[0]
        self.transitions = block.transitions
        self.rule = nil
        if width == 8 { self.rule = try reader.footer() }
    }
}

private struct TZifReader {
    struct Header {
        var version: Int
        var utcIndicators, standardIndicators, leapSeconds, times, types, characters: Int

        /// Bytes of the block that follows.
        func size(width: Int) -> Int {
            times * (width + 1) + types * 6 + characters + leapSeconds * (width + 4) + standardIndicators
                + utcIndicators
        }
    }

    var bytes: [UInt8]
    var index = 0

    mutating func skip(_ count: Int) throws(ZoneFault) {
        guard count <= bytes.count - index else { throw .cutOff }
        index += count
    }

    mutating func take(_ count: Int) throws(ZoneFault) -> ArraySlice<UInt8> {
        let start = index
        try skip(count)
        return bytes[start..<index]
    }

    mutating func integer(_ width: Int) throws(ZoneFault) -> Int64 {
        var value: UInt64 = 0
        for byte in try take(width) { value = value << 8 | UInt64(byte) }
        return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }

    mutating func count(upTo most: Int) throws(ZoneFault) -> Int {
        let value = try integer(4)
        guard value >= 0, value <= most else { throw .malformed }
        return Int(value)
    }

    mutating func header() throws(ZoneFault) -> Header {
        guard bytes.count - index >= 4, bytes[index..<index + 4].elementsEqual("TZif".utf8) else { throw .notAZoneFile }
        try skip(4)
        let version = try take(1).first ?? 0
        try skip(15)
        return Header(
            version: version >= 0x32 ? Int(version - 0x30) : 1, utcIndicators: try count(upTo: 256),
            standardIndicators: try count(upTo: 256), leapSeconds: try count(upTo: 100_000),
            times: try count(upTo: 1_000_000), types: try count(upTo: 256), characters: try count(upTo: 65_536))
    }

    mutating func block(
        _ header: Header, width: Int
    ) throws(ZoneFault) -> (offsets: [Zone.Offset], transitions: [Zone.Transition]) {
        guard header.types > 0, header.size(width: width) <= bytes.count - index else {
            throw header.types > 0 ? .cutOff : .malformed
        }
        var times: [Int64] = []
        times.reserveCapacity(header.times)
        for _ in 0..<header.times { times.append(try integer(width)) }
        let types = Array(try take(header.times))
        var records: [(seconds: Int64, daylight: Bool, name: Int)] = []
        for _ in 0..<header.types {
            let seconds = try integer(4)
            let rest = Array(try take(2))
            guard abs(seconds) <= 26 * 3600, rest[0] <= 1, Int(rest[1]) < header.characters else { throw .malformed }
            records.append((seconds, rest[0] == 1, Int(rest[1])))
        }
        let names = Array(try take(header.characters))
        try skip(header.leapSeconds * (width + 4) + header.standardIndicators + header.utcIndicators)
        let offsets = records.map { record in
            Zone.Offset(
                seconds: Int(record.seconds), isDaylightSaving: record.daylight,
                abbreviation: String(decoding: names[record.name...].prefix { $0 != 0 }, as: UTF8.self))
        }
        var transitions: [Zone.Transition] = []
        transitions.reserveCapacity(times.count)
        for (time, type) in zip(times, types) {
            guard Int(type) < offsets.count, time > transitions.last?.at ?? Int64.min else { throw .malformed }
            transitions.append(Zone.Transition(at: time, offset: offsets[Int(type)]))
        }
        return (offsets, transitions)
    }

    /// The TZ string between two line feeds; an empty one means that nothing is known.
    mutating func footer() throws(ZoneFault) -> ZoneRule? {
        guard index < bytes.count else { throw .cutOff }
        guard bytes[index] == 0x0A else { throw .malformed }
        let text = bytes[(index + 1)...].prefix { $0 != 0x0A }
        guard text.endIndex < bytes.count else { throw .cutOff }
        if text.isEmpty { return nil }
        guard let rule = ZoneRule(parsing: text) else { throw .malformed }
        return rule
    }
}
