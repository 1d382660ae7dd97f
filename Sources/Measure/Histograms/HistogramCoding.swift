import CZlib
import JSON

// HdrHistogram's V2 encoding, as its other libraries read and write it: a head of 40 bytes, then the counts as ZigZag
// numbers, a negative one standing for that many empty places; compressed by zlib behind a head of 8 bytes; base64.
// All whole numbers of the heads are big-endian.

extension Histogram {
    /// Why bytes are no histogram.
    public enum CodingFault: Error, Hashable, Sendable, CustomStringConvertible {
        case base64(Base64.Fault)
        /// Not HdrHistogram's V2 encoding, or shorter than its head says.
        case notV2
        /// zlib does not read it, or it is longer than the layout can be.
        case compression
        /// A layout that is impossible, or has more places than are read here.
        case layout
        /// Another layout than the place calls for.
        case otherLayout(digits: Int, lowest: Int, highest: Int)
        /// Counts that are negative, too large, or of more places than the layout has.
        case counts

        public var description: String {
            switch self {
            case .base64(let fault): "\(fault)"
            case .notV2: "this is not a histogram in HdrHistogram's compressed V2 encoding (it begins with HISTFAAA)"
            case .compression: "the histogram's compressed part is damaged"
            case .layout: "the histogram's range or precision is impossible, or too large to be read"
            case .otherLayout(let digits, let lowest, let highest):
                "the histogram has \(digits) digits from \(lowest) to \(highest), which does not belong here"
            case .counts: "the histogram's counts do not fit its range"
            }
        }
    }

    private static let plainCookie: UInt32 = 0x1C84_9313
    private static let compressedCookie: UInt32 = 0x1C84_9314
    private static let headSize = 40
    /// The most places of a histogram that is read: 8 MB of counts.
    static let mostPlaces = 1 << 20

    // MARK: Writing

    /// The compressed V2 encoding as base64, what HdrHistogram's log format has in a line.
    public var encoded: String {
        var text: [UInt8] = []
        Base64.encode(compressed.span, into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private var compressed: [UInt8] {
        let plain = self.plain
        var size = compressBound(uLong(plain.count))
        var body = [UInt8](repeating: 0, count: Int(size))
        // The bound is enough for any input, so that the call cannot fail but for want of memory.
        let code = compress2(&body, &size, plain, uLong(plain.count), Z_DEFAULT_COMPRESSION)
        precondition(code == Z_OK, "zlib has no memory")
        var bytes: [UInt8] = []
        bytes.append(bigEndian: Self.compressedCookie)
        bytes.append(bigEndian: UInt32(size))
        return bytes + body[..<Int(size)]
    }

    private var plain: [UInt8] {
        let body = self.body
        var bytes: [UInt8] = []
        bytes.append(bigEndian: Self.plainCookie)
        bytes.append(bigEndian: UInt32(body.count))
        bytes.append(bigEndian: UInt32(0))
        bytes.append(bigEndian: UInt32(layout.digits))
        bytes.append(bigEndian: UInt64(layout.lowest))
        bytes.append(bigEndian: UInt64(layout.highest))
        bytes.append(bigEndian: (1.0).bitPattern)
        return bytes + body
    }

    /// The counts up to the last that is not 0, as ZigZag numbers.
    var body: [UInt8] {
        var body: [UInt8] = []
        let end = counts.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        var place = 0
        while place < end {
            let start = place
            while place < end, counts[place] == 0 { place += 1 }
            if place == start {
                ZigZag.append(counts[place], to: &body)
                place += 1
            } else {
                ZigZag.append(place - start == 1 ? 0 : start - place, to: &body)
            }
        }
        return body
    }

    // MARK: Reading

    /// Reads the base64 text of a compressed V2 encoding.
    ///
    /// - Parameter layout: what it must have; nil: any, up to a million places.
    public init(encoded text: String, layout: Layout? = nil) throws(CodingFault) {
        var compressed: [UInt8] = []
        do throws(Base64.Fault) { try Base64.decode(Array(text.utf8).span, into: &compressed) } catch {
            throw .base64(error)
        }
        guard compressed.count > 8, compressed.bigEndian32(at: 0) == Self.compressedCookie,
            Int(compressed.bigEndian32(at: 4)) == compressed.count - 8
        else { throw .notV2 }
        // A count takes nine bytes at most.
        let most = Self.headSize + 9 * (layout?.placeCount ?? Self.mostPlaces)
        // zlib makes at most 1032 bytes of one, so that a short text cannot ask for much memory.
        var size = uLongf(Swift.min(most, compressed.count * 1032))
        var plain = [UInt8](repeating: 0, count: Int(size))
        let code = compressed.withUnsafeBufferPointer {
            // Eight bytes and more are there, by the guard above.
            uncompress(&plain, &size, $0.baseAddress.unsafelyUnwrapped + 8, uLong($0.count - 8))
        }
        guard code == Z_OK else { throw .compression }
        plain.removeLast(plain.count - Int(size))
        try self.init(plain: plain, layout: layout)
    }

    private init(plain bytes: [UInt8], layout wanted: Layout?) throws(CodingFault) {
        guard bytes.count >= Self.headSize, bytes.bigEndian32(at: 0) == Self.plainCookie,
            Int(bytes.bigEndian32(at: 4)) == bytes.count - Self.headSize
        else { throw .notV2 }
        guard let lowest = Int(exactly: bytes.bigEndian64(at: 16)),
            let highest = Int(exactly: bytes.bigEndian64(at: 24)),
            let layout = Layout(digits: Int(bytes.bigEndian32(at: 12)), lowest: lowest, highest: highest),
            layout.placeCount <= Self.mostPlaces
        else { throw .layout }
        if let wanted, wanted != layout {
            throw .otherLayout(digits: layout.digits, lowest: lowest, highest: highest)
        }
        self.init(layout)
        try read(body: bytes.span.extracting(Self.headSize..<bytes.count))
    }

    /// Adds the counts of a body to those that are there.
    mutating func read(body: Span<UInt8>) throws(CodingFault) {
        var index = 0
        var place = 0
        while index < body.count {
            guard let number = ZigZag.read(body, at: &index) else { throw .counts }
            if number < 0 {
                guard number > -layout.placeCount, place - number <= layout.placeCount else { throw .counts }
                place -= number
            } else {
                guard place < layout.placeCount, !count.addingReportingOverflow(number).overflow else { throw .counts }
                if number > 0 { add(number, at: place) }
                place += 1
            }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian value: some FixedWidthInteger & UnsignedInteger) {
        var shift = type(of: value).bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// The caller has seen that the bytes are there.
    fileprivate func bigEndian32(at index: Int) -> UInt32 {
        self[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    fileprivate func bigEndian64(at index: Int) -> UInt64 {
        self[index..<index + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
