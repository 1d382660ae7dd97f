/// Measured values of one figure, in the figure's unit.
struct Samples: Sendable {
    private let sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    var count: Int { sorted.count }
    var median: Double { percentile(0.5) }
    var least: Double { sorted.first ?? .nan }
    var most: Double { sorted.last ?? .nan }

    /// The value below which that part (0...1) of the samples lies; the nearest rank.
    func percentile(_ part: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }
}
