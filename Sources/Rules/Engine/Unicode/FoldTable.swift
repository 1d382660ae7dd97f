// The rule of folding: one scalar becomes one scalar (CaseFolding.txt, status C and S), so `ß` is not `ss`. It agrees with
// RE2's own on every scalar, or the literals that let a regex run would miss texts that it matches.

/// Simple case folding, as pages of distances.
struct FoldTable: Sendable {
    static let shared = FoldTable()

    private static let shift: UInt32 = 7
    /// By the scalar's upper bits: the page, 0 for one where nothing folds.
    private let pages: [UInt16]
    /// Page by page, the distance to the folded scalar.
    private let distances: [Int32]

    private init() {
        let size = 1 << Int(Self.shift)
        var pages: [UInt16] = []
        var distances = [Int32](repeating: 0, count: size)
        for entry in stride(from: 0, to: Self.ranges.count, by: 4) {
            let (first, last) = (Self.ranges[entry], Self.ranges[entry + 1])
            for scalar in stride(from: first, through: last, by: Int(Self.ranges[entry + 2])) {
                let page = Int(scalar) >> Int(Self.shift)
                while pages.count <= page { pages.append(0) }
                if pages[page] == 0 {
                    pages[page] = UInt16(distances.count / size)
                    distances.append(contentsOf: repeatElement(0, count: size))
                }
                distances[Int(pages[page]) * size + Int(scalar) % size] = Self.ranges[entry + 3]
            }
        }
        self.pages = pages
        self.distances = distances
    }

    func folded(_ scalar: UInt32) -> UInt32 {
        let page = Int(scalar >> Self.shift)
        guard page < pages.count else { return scalar }
        let distance = distances[Int(pages[page]) << Int(Self.shift) | Int(scalar & (1 << Self.shift - 1))]
        return UInt32(truncatingIfNeeded: Int64(scalar) + Int64(distance))
    }

    /// The folded form of UTF-8 that is whole and valid, in place of what `result` held.
    func fold(_ bytes: Span<UInt8>, into result: inout [UInt8]) {
        result.removeAll(keepingCapacity: true)
        // A folded scalar is at most half as long again (U+023A: two bytes become three).
        result.append(addingCapacity: bytes.count + bytes.count / 2 + 4) { output in
            var position = 0
            while position < bytes.count {
                let byte = bytes[position]
                if byte < 0x80 {
                    output.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
                    position &+= 1
                } else {
                    UTF8Scalar.append(folded(UTF8Scalar.at(&position, in: bytes)), to: &output)
                }
            }
        }
    }

    func folded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        fold(bytes.span, into: &result)
        return result
    }
}
