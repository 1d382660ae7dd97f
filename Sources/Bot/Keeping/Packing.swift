import Time

// What is kept over a restart is packed: numbers in LEB128, texts with their length before them, options behind a flag
// byte. A reader of such bytes takes any bytes without a trap; the first that make no sense end it.

/// Appends values to bytes.
struct Packer {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ byte: UInt8) { bytes.append(byte) }

    mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func put(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Zigzag, so that small negative numbers are small.
    mutating func put(_ number: Int64) { put(UInt64(bitPattern: (number << 1) ^ (number >> 63))) }

    mutating func put(_ number: Int) { put(Int64(number)) }

    mutating func put(_ text: String) { put(Array(text.utf8)) }

    mutating func put(_ data: [UInt8]) {
        put(UInt64(data.count))
        bytes.append(contentsOf: data)
    }

    /// As a time of the wall clock: no other goes on in the next process.
    mutating func put(_ instant: Instant, now: Now) { put((now.wall + (instant - now.instant)).milliseconds) }

    mutating func put<T>(_ value: T?, _ write: (inout Packer, T) -> Void) {
        put(value != nil)
        if let value { write(&self, value) }
    }

    mutating func put(_ text: String?) { put(text) { $0.put($1) } }

    mutating func put(_ flag: Bool?) { put(flag) { $0.put($1) } }

    mutating func put(_ number: Int?) { put(number) { $0.put($1) } }

    mutating func put<T>(_ list: [T], _ write: (inout Packer, T) -> Void) {
        put(UInt64(list.count))
        for item in list { write(&self, item) }
    }
}

/// Bytes that were not packed by this program, or by a later one.
struct PackingFault: Error, Equatable {}

/// Reads values back, in the order in which they were put.
struct Unpacker {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { at == bytes.count }

    mutating func byte() throws(PackingFault) -> UInt8 {
        guard at < bytes.count else { throw PackingFault() }
        defer { at += 1 }
        return bytes[at]
    }

    mutating func flag() throws(PackingFault) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw PackingFault()
        }
    }

    mutating func number() throws(PackingFault) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            guard shift < 63 || shift == 63 && byte <= 1 else { throw PackingFault() }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    /// A number that this program counted up to: never near the end of its range.
    mutating func counter() throws(PackingFault) -> UInt64 {
        let value = try number()
        guard value < 1 << 62 else { throw PackingFault() }
        return value
    }

    mutating func signed() throws(PackingFault) -> Int64 {
        let word = try number()
        return Int64(bitPattern: word >> 1) ^ -Int64(bitPattern: word & 1)
    }

    mutating func int() throws(PackingFault) -> Int {
        guard let value = Int(exactly: try signed()) else { throw PackingFault() }
        return value
    }

    /// A time that was kept, on the clock of this process. One more than a hundred years away was never a time of ours.
    mutating func instant(now: Now) throws(PackingFault) -> Instant {
        let (apart, overflow) = try signed().subtractingReportingOverflow(now.wall.milliseconds)
        guard !overflow, apart.magnitude < 3_200_000_000_000 else { throw PackingFault() }
        return now.instant + .milliseconds(apart)
    }

    mutating func data() throws(PackingFault) -> [UInt8] {
        guard let count = Int(exactly: try number()), count <= bytes.count - at else { throw PackingFault() }
        defer { at += count }
        return Array(bytes[at..<at + count])
    }

    mutating func text() throws(PackingFault) -> String {
        guard let text = String(validating: try data(), as: UTF8.self) else { throw PackingFault() }
        return text
    }

    mutating func optional<T>(_ read: (inout Unpacker) throws(PackingFault) -> T) throws(PackingFault) -> T? {
        try flag() ? try read(&self) : nil
    }

    mutating func textIfAny() throws(PackingFault) -> String? {
        try optional { (u: inout Unpacker) throws(PackingFault) in try u.text() }
    }

    mutating func flagIfAny() throws(PackingFault) -> Bool? {
        try optional { (u: inout Unpacker) throws(PackingFault) in try u.flag() }
    }

    mutating func intIfAny() throws(PackingFault) -> Int? {
        try optional { (u: inout Unpacker) throws(PackingFault) in try u.int() }
    }

    mutating func list<T>(_ read: (inout Unpacker) throws(PackingFault) -> T) throws(PackingFault) -> [T] {
        let count = try number()
        // An item has a byte at least.
        guard count <= UInt64(bytes.count - at) else { throw PackingFault() }
        var items: [T] = []
        for _ in 0..<count { items.append(try read(&self)) }
        return items
    }
}
