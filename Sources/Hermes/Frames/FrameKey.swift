/// The keys that frames have, in either direction, with those of the objects inside them.
enum FrameKey: UInt8, CaseIterable {
    case t, id, text, edit, final
    case kind, mime, filename, caption, part, parts, data, url
    case promptID, optionID, options, label, style, command, expired
    case v, token, device, user, name, platform, appVersion
    case format, stop, state, code, message, fatal, avatarURL

    var name: String {
        switch self {
        case .promptID: "prompt_id"
        case .optionID: "option_id"
        case .appVersion: "app_version"
        case .avatarURL: "avatar_url"
        default: "\(self)"
        }
    }

    var bit: UInt64 { 1 &<< UInt64(rawValue) }
}

/// Finds a key by its bytes: a hash table of 128 places, filled once, in which a name is two words.
struct FrameKeyTable: Sendable {
    /// No key of ours is longer.
    static let longest = 16
    static let shared = FrameKeyTable()

    private struct Place {
        var low: UInt64 = 0
        var high: UInt64 = 0
        /// 0: a free place.
        var count = 0
        var key = FrameKey.t
    }
    private let places: [Place]

    private init() {
        var places = [Place](repeating: Place(), count: 128)
        for key in FrameKey.allCases {
            let name = Array(key.name.utf8)
            let (low, high) = FrameKeyTable.words(name.span, 0..<name.count)
            var index = FrameKeyTable.start(low, high)
            while places[index].count != 0 { index = (index &+ 1) & 127 }
            places[index] = Place(low: low, high: high, count: name.count, key: key)
        }
        self.places = places
    }

    /// The key with just these bytes.
    @inline(__always)
    func key(_ bytes: Span<UInt8>, _ range: Range<Int>) -> FrameKey? {
        guard range.count <= FrameKeyTable.longest, !range.isEmpty else { return nil }
        let (low, high) = FrameKeyTable.words(bytes, range)
        var index = FrameKeyTable.start(low, high)
        while places[index].count != 0 {
            let place = places[index]
            if place.low == low, place.high == high, place.count == range.count { return place.key }
            index = (index &+ 1) & 127
        }
        return nil
    }

    /// The key with just this name.
    static func key(named name: String) -> FrameKey? {
        let utf8 = Array(name.utf8)
        return shared.key(utf8.span, 0..<utf8.count)
    }

    /// Up to sixteen bytes as two words, zeros behind them.
    @inline(__always)
    private static func words(_ bytes: Span<UInt8>, _ range: Range<Int>) -> (low: UInt64, high: UInt64) {
        if range.lowerBound &+ 16 <= bytes.count {
            let raw = bytes.bytes
            let low = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self))
            if range.count <= 8 { return (low & mask(range.count), 0) }
            let high = UInt64(
                littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: range.lowerBound &+ 8, as: UInt64.self))
            return (low, high & mask(range.count &- 8))
        }
        var low: UInt64 = 0
        var high: UInt64 = 0
        for place in 0..<range.count {
            let byte = UInt64(bytes[range.lowerBound &+ place])
            if place < 8 { low |= byte &<< UInt64(8 &* place) } else { high |= byte &<< UInt64(8 &* (place &- 8)) }
        }
        return (low, high)
    }

    /// The lowest `count` bytes, of 1 to 8.
    @inline(__always)
    private static func mask(_ count: Int) -> UInt64 { ~0 &>> UInt64(64 &- 8 &* count) }

    @inline(__always)
    private static func start(_ low: UInt64, _ high: UInt64) -> Int {
        Int(truncatingIfNeeded: ((low ^ high &* 31) &* 0x9E37_79B9_7F4A_7C15) &>> 57)
    }
}
