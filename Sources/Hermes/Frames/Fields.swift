import JSON

// One pass over a JSON object notes where the value of each known key stands; `t` may come last, and what is known of a value is
// its kind and its place. Only then does the frame's own decoder ask for the keys that it has, with the kind it wants.
//
// null is the same as absent, save for `command`. A key twice is refused, known or not.

/// The members of one object, looked at once.
struct Fields: ~Copyable, ~Escapable {
    let bytes: Span<UInt8>
    private var slots = InlineArray<34, Slot>(repeating: Slot())
    /// A bit for each key that is there.
    private var present: UInt64 = 0

    struct Slot {
        var start: UInt32 = 0
        var end: UInt32 = 0
        var kind = JSONKind.null
        var hasEscapes = false
        var isASCII = true

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// Reads a text that must be one object and nothing else.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) throws(FrameFault) {
        self.bytes = bytes
        guard bytes.count <= Int(UInt32.max) else { throw FrameFault(.tooLarge) }
        var reader = JSONReader(bytes)
        var fault: FrameFault?
        do throws(JSONError) {
            if try reader.peek() == .object {
                try reader.enterObject()
                fault = try note(&reader)
            } else {
                try reader.skip()
                fault = FrameFault(.notAnObject)
            }
            if fault == nil || fault?.code == .notAnObject { try reader.finish() }
        } catch {
            throw FrameFault(.notJSON, json: error)
        }
        if let fault { throw fault }
    }

    /// Notes the members up to the object's end, or to the first key that comes twice.
    private mutating func note(_ reader: inout JSONReader) throws(JSONError) -> FrameFault? {
        let table = FrameKeyTable.shared
        var strangers = Strangers()
        while let name = try reader.nextKey() {
            let key = name.hasEscapes ? FrameKeyTable.key(named: reader.text(of: name)) : table.key(bytes, name.range)
            let value = try reader.skip()
            guard let key else {
                guard strangers.insert(name, in: bytes) else { return FrameFault(.repeatedKey) }
                continue
            }
            guard present & key.bit == 0 else { return FrameFault(.repeatedKey, key: key) }
            present |= key.bit
            slots[Int(key.rawValue)] = Slot(
                start: UInt32(truncatingIfNeeded: value.start), end: UInt32(truncatingIfNeeded: value.end),
                kind: value.kind, hasEscapes: value.hasEscapes, isASCII: value.isASCII)
        }
        return nil
    }

    // MARK: What is there

    /// The value of a key, null included; nil if the key is not there.
    func slot(_ key: FrameKey) -> Slot? {
        present & key.bit == 0 ? nil : slots[Int(key.rawValue)]
    }

    /// The value of a key; nil if it is not there, or null.
    private func value(_ key: FrameKey, _ kind: JSONKind, wanted: String) throws(FrameFault) -> Slot? {
        guard let slot = slot(key), slot.kind != .null else { return nil }
        guard slot.kind == kind else { throw FrameFault(.oddType, key: key, wanted: wanted) }
        return slot
    }

    func text(ifPresent key: FrameKey) throws(FrameFault) -> String? {
        guard let slot = try value(key, .string, wanted: "a text") else { return nil }
        return text(of: slot)
    }

    func text(_ key: FrameKey) throws(FrameFault) -> String {
        guard let text = try text(ifPresent: key) else { throw FrameFault(.missingKey, key: key) }
        return text
    }

    /// A text of one character at least.
    func name(_ key: FrameKey) throws(FrameFault) -> String {
        let text = try text(key)
        guard !text.isEmpty else { throw FrameFault(.oddType, key: key, wanted: "a text with something in it") }
        return text
    }

    func flag(_ key: FrameKey) throws(FrameFault) -> Bool {
        guard let slot = try value(key, .bool, wanted: "true or false") else { return false }
        return bytes[Int(slot.start)] == UInt8(ascii: "t")
    }

    func whole(ifPresent key: FrameKey) throws(FrameFault) -> Int? {
        guard let slot = try value(key, .number, wanted: "a whole number") else { return nil }
        var reader = JSONReader(bytes.extracting(slot.range))
        guard let number = try? reader.readInt() else { throw FrameFault(.oddType, key: key, wanted: "a whole number") }
        return number
    }

    /// A string that holds base64, not yet decoded.
    func base64(ifPresent key: FrameKey) throws(FrameFault) -> Base64Field? {
        guard let slot = try value(key, .string, wanted: "a text") else { return nil }
        return Base64Field(range: slot.range, hasEscapes: slot.hasEscapes)
    }

    /// The place of an object or array.
    func container(ifPresent key: FrameKey, _ kind: JSONKind) throws(FrameFault) -> Range<Int>? {
        try value(key, kind, wanted: kind == .object ? "an object" : "a list")?.range
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
