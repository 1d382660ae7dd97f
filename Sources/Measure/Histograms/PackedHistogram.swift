/// A histogram at rest, in the layout of a series' points: the places that hold something and little more, some hundred
/// bytes for a second's values, nothing at all for none.
public struct PackedHistogram: Hashable, Sendable {
    /// Values recorded.
    public private(set) var count = 0
    private var body: [UInt8] = []

    public init() {}

    /// Of any layout; with more than two digits, the third is lost.
    public init(_ histogram: Histogram) {
        guard !histogram.isEmpty else { return }
        var coarse = histogram
        if histogram.layout != .series {
            coarse = Histogram(.series)
            coarse.merge(histogram)
        }
        count = coarse.count
        body = coarse.body
    }

    public var isEmpty: Bool { count == 0 }

    public var histogram: Histogram {
        var histogram = Histogram(.series)
        add(to: &histogram)
        return histogram
    }

    /// Adds its values to a histogram of layout `series`.
    func add(to histogram: inout Histogram) {
        // The body was written from the counts of such a histogram: reading it back meets no fault.
        try? histogram.read(body: body.span)
    }

    public mutating func merge(_ other: PackedHistogram) {
        if other.isEmpty { return }
        if isEmpty {
            self = other
            return
        }
        var sum = histogram
        other.add(to: &sum)
        self = PackedHistogram(sum)
    }
}
