import JSON

// One pass over a JSON object notes where the value of each known key stands; `t` may come last, and what is known of a value is
// its kind and its place. Only then does the frame's own decoder ask for the keys that it has, with the kind it wants.
//
// null is the same as absent, save for `command`. A key twice is refused, known or not.

/// The members of one object, looked at once.
struct Fields: ~Copyable, ~Escapable {
    let bytes: Span<UInt8>
    /// A bit for each key that is there.
    private var present: UInt64 = 0
    /// By key: where its value starts (the upper half) and ends.
    private var places = InlineArray<34, UInt64>(repeating: 0)
    /// By key: the kind of its value, and what is known of a string.
    private var marks = InlineArray<34, UInt8>(repeating: 0)

    struct Slot {
        let range: Range<Int>
        let kind: JSONKind
        let hasEscapes: Bool
        let isASCII: Bool
    }

    /// Nothing is known yet: `read` comes next.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    /// Reads the text, which must be one object and nothing else.
    mutating func read() throws(FrameFault) {
        guard bytes.count <= Int(UInt32.max) else { throw FrameFault(.tooLarge) }
        var reader = JSONReader(bytes)
        var fault: FrameFault?
        do throws(JSONError) {
            if try reader.peek() == .object {
                try reader.enterObject()
                fault = try note(&reader)
            } else {
                let value = try reader.skip()
                fault = FrameFault(.notAnObject, saw: value.kind, at: Fields.whole(value))
            }
            if fault?.code != .repeatedKey { try reader.finish() }
        } catch {
            throw FrameFault(.notJSON, json: error)
        }
        if let fault { throw fault }
    }

    /// Notes the members up to the object's end, or to the first key that comes twice.
    private mutating func note(_ reader: inout JSONReader) throws(JSONError) -> FrameFault? {
        var strangers = Strangers()
        while let (name, value) = try reader.nextMember() {
            let short = name.hasEscapes ? ShortName(reader.text(of: name)) : ShortName(bytes, name.range)
            guard let key = FrameKey(short) else {
                guard strangers.insert(name, in: bytes) else { return FrameFault(.repeatedKey, at: name.range) }
                continue
            }
            guard present & key.bit == 0 else { return FrameFault(.repeatedKey, key: key, at: name.range) }
            present |= key.bit
            let place = Int(key.rawValue)
            places[place] = UInt64(truncatingIfNeeded: value.start) &<< 32 | UInt64(truncatingIfNeeded: value.end)
            marks[place] = value.kind.rawValue | (value.hasEscapes ? 0x40 : 0) | (value.isASCII ? 0x80 : 0)
        }
        return nil
    }

    // MARK: What is there

    /// The value of a key, null included; nil if the key is not there.
    @inline(__always)
    func slot(_ key: FrameKey) -> Slot? {
        guard present & key.bit != 0 else { return nil }
        let place = places[Int(key.rawValue)]
        let mark = marks[Int(key.rawValue)]
        return Slot(
            range: Int(place &>> 32)..<Int(place & 0xFFFF_FFFF), kind: JSONKind(rawValue: mark & 0x0F) ?? .null,
            hasEscapes: mark & 0x40 != 0, isASCII: mark & 0x80 != 0)
    }

    /// The value of a key; nil if it is not there, or null.
    @inline(__always)
    private func value(_ key: FrameKey, _ kind: JSONKind, wanted: FrameFault.Wanted) throws(FrameFault) -> Slot? {
        guard let slot = slot(key), slot.kind != .null else { return nil }
        guard slot.kind == kind else { throw Fields.odd(slot, key, wanted) }
        return slot
    }

    private static func odd(_ slot: Slot, _ key: FrameKey, _ wanted: FrameFault.Wanted) -> FrameFault {
        FrameFault(.oddType, key: key, wanted: wanted, saw: slot.kind, at: whole(slot.range, slot.kind))
    }

    /// A value with its quotes.
    private static func whole(_ range: Range<Int>, _ kind: JSONKind) -> Range<Int> {
        kind == .string ? max(0, range.lowerBound - 1)..<range.upperBound + 1 : range
    }

    static func whole(_ token: JSONToken) -> Range<Int> { whole(token.range, token.kind) }

    /// `t`.
    func type() throws(FrameFault) -> ShortName {
        guard let slot = try value(.t, .string, wanted: .text) else { throw FrameFault(.noType) }
        return slot.hasEscapes ? ShortName(text(of: slot)) : ShortName(bytes, slot.range)
    }

    func text(ifPresent key: FrameKey) throws(FrameFault) -> String? {
        guard let slot = try value(key, .string, wanted: .text) else { return nil }
        return text(of: slot)
    }

    func text(_ key: FrameKey) throws(FrameFault) -> String {
        guard let text = try text(ifPresent: key) else { throw FrameFault(.missingKey, key: key, wanted: .text) }
        return text
    }

    /// A text of one character at least.
    func name(_ key: FrameKey) throws(FrameFault) -> String {
        let text = try text(key)
        guard !text.isEmpty else {
            throw slot(key).map { Fields.odd($0, key, .name) } ?? FrameFault(.oddType, key: key, wanted: .name)
        }
        return text
    }

    func flag(_ key: FrameKey) throws(FrameFault) -> Bool {
        guard let slot = try value(key, .bool, wanted: .flag) else { return false }
        return bytes[slot.range.lowerBound] == UInt8(ascii: "t")
    }

    func whole(ifPresent key: FrameKey) throws(FrameFault) -> Int? {
        guard let slot = try value(key, .number, wanted: .whole) else { return nil }
        var reader = JSONReader(bytes.extracting(slot.range))
        guard let number = try? reader.readInt() else { throw Fields.odd(slot, key, .whole) }
        return number
    }

    /// A string that holds base64, not yet decoded.
    func base64(ifPresent key: FrameKey) throws(FrameFault) -> Base64Field? {
        guard let slot = try value(key, .string, wanted: .text) else { return nil }
        return Base64Field(range: slot.range, hasEscapes: slot.hasEscapes)
    }

    /// The place of an object or array.
    func container(ifPresent key: FrameKey, _ kind: JSONKind) throws(FrameFault) -> Range<Int>? {
        try value(key, kind, wanted: kind == .object ? .object : .list)?.range
    }

    func text(of slot: Slot) -> String {
        JSONText.string(bytes, slot.range, hasEscapes: slot.hasEscapes, isASCII: slot.isASCII)
    }

    /// JSON text as it stands.
    func raw(_ range: Range<Int>) -> String {
        JSONText.string(bytes, range, hasEscapes: false, isASCII: false)
    }
}

/// The keys of an object that are none of ours, kept only to see whether one comes twice. They compare byte for byte.
private struct Strangers {
    private var few: [JSONToken] = []
    private var many: Set<[UInt8]> = []

    /// False if it was there.
    mutating func insert(_ name: JSONToken, in bytes: Span<UInt8>) -> Bool {
        if few.count < 16, !name.hasEscapes {
            for known in few where Strangers.areEqual(known, name, in: bytes) { return false }
            if many.isEmpty {
                few.append(name)
                return true
            }
        }
        for known in few { many.insert(Strangers.copy(known, in: bytes)) }
        few.removeAll()
        return many.insert(Strangers.copy(name, in: bytes)).inserted
    }

    private static func areEqual(_ a: JSONToken, _ b: JSONToken, in bytes: Span<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        for place in 0..<a.count where bytes[a.start + place] != bytes[b.start + place] { return false }
        return true
    }

    private static func copy(_ name: JSONToken, in bytes: Span<UInt8>) -> [UInt8] {
        var copy: [UInt8] = []
        JSONText.append(bytes, name.range, to: &copy)
        return copy
    }
}
