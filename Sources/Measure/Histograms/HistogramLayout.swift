// How HdrHistogram divides values (http://hdrhistogram.org, Gil Tene). Values below 2 · 10^digits, rounded up to a power
// of two, are counted one by one; from there each doubling of the value is a bucket, cut into as many equal parts, of
// which the upper half is new. So a value's place is found by its leading zeros, a shift and an addition, and no value is
// off by more than one part in 10^digits.

extension Histogram {
    /// The division of values into places; two histograms with the same layout add up exactly.
    public struct Layout: Hashable, Sendable {
        /// Decimal digits that are kept, 1 to 5.
        public let digits: Int
        /// The smallest value that differs from 0.
        public let lowest: Int
        /// A value up to here has a place of its own; the last bucket may reach further.
        public let highest: Int
        /// Places in all.
        public let placeCount: Int
        /// Base-2 logarithm of the places that a bucket adds.
        let halfMagnitude: Int
        /// Base-2 logarithm of `lowest`.
        let unitMagnitude: Int
        /// The values of the first bucket, as a mask of bits.
        let firstMask: Int
        /// The leading zeros of the largest value of the first bucket.
        let firstZeros: Int

        /// What run.json's metrics have: microseconds up to an hour, three digits.
        public static let latency = Layout(checkedDigits: 3, lowest: 1, highest: 3_600_000_000)
        /// What a point of a series has: the same with two digits, an eighth of the places.
        public static let series = Layout(checkedDigits: 2, lowest: 1, highest: 3_600_000_000)

        /// nil: digits outside 1 to 5, a lowest below 1, a highest that is not twice the lowest, or both so far apart that
        /// 64 bits do not hold them.
        public init?(digits: Int, lowest: Int = 1, highest: Int) {
            guard (1...5).contains(digits), lowest >= 1, lowest <= highest / 2 else { return nil }
            guard Self.magnitude(of: lowest) + Self.halfMagnitude(of: digits) <= 60 else { return nil }
            self.init(checkedDigits: digits, lowest: lowest, highest: highest)
        }

        private init(checkedDigits digits: Int, lowest: Int, highest: Int) {
            self.digits = digits
            self.lowest = lowest
            self.highest = highest
            halfMagnitude = Self.halfMagnitude(of: digits)
            unitMagnitude = Self.magnitude(of: lowest)
            firstMask = ((2 << halfMagnitude) - 1) << unitMagnitude
            firstZeros = firstMask.leadingZeroBitCount
            // The bucket of the highest value is the last one.
            let buckets = firstZeros - (highest | firstMask).leadingZeroBitCount + 1
            placeCount = (buckets + 1) << halfMagnitude
        }

        private static func magnitude(of value: Int) -> Int { Int.bitWidth - 1 - value.leadingZeroBitCount }

        /// 2 · 10^digits rounded up to a power of two, halved, as a logarithm.
        private static func halfMagnitude(of digits: Int) -> Int {
            var most = 2
            for _ in 0..<digits { most *= 10 }
            return magnitude(of: most - 1)
        }

        /// The place of a value that is not negative; it may lie behind the last one.
        @inline(__always)
        func place(of value: Int) -> Int {
            let bucket = firstZeros &- (value | firstMask).leadingZeroBitCount
            // The part of the bucket is at least half of its parts, save in the first.
            return bucket &<< halfMagnitude &+ value &>> (bucket &+ unitMagnitude)
        }

        /// The smallest value of a place.
        func lowest(at place: Int) -> Int {
            let (bucket, part) = bucketAndPart(of: place)
            return part << (bucket + unitMagnitude)
        }

        /// How many values share a place.
        func width(at place: Int) -> Int { 1 << (bucketAndPart(of: place).bucket + unitMagnitude) }

        /// The largest value of a place; HdrHistogram calls it the highest equivalent value.
        func highest(at place: Int) -> Int { lowest(at: place) &+ (width(at: place) &- 1) }

        /// The value in the middle of a place.
        func middle(at place: Int) -> Int { lowest(at: place) &+ width(at: place) / 2 }

        private func bucketAndPart(of place: Int) -> (bucket: Int, part: Int) {
            let half = 1 << halfMagnitude
            let bucket = place >> halfMagnitude - 1
            return bucket < 0 ? (0, place) : (bucket, place & (half - 1) + half)
        }
    }
}
