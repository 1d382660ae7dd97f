/// Where a device stands, for the panel and the plot of devices over time.
public enum DeviceState: Int, CaseIterable, Sendable {
    /// Not yet started.
    case planned
    /// Its connection or upgrade is under way.
    case connecting
    /// `hello` is sent.
    case greeting
    case ready
    /// Waits for its next attempt to connect.
    case waiting
    /// Denied, or given up: it never connects again by itself.
    case failed
    /// Done.
    case closed

    public var name: String { "\(self)" }

    public init?(name: some StringProtocol) {
        guard let state = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = state
    }
}

/// How many devices stand in each state.
public struct DeviceCounts: Hashable, Sendable {
    private var values = [Int](repeating: 0, count: DeviceState.allCases.count)

    public init() {}

    public subscript(_ state: DeviceState) -> Int {
        get { values[state.rawValue] }
        set { values[state.rawValue] = newValue }
    }

    public var total: Int { values.reduce(0) { $0.adding($1) } }

    public mutating func merge(_ other: DeviceCounts) {
        for index in values.indices { values[index].add(other.values[index]) }
    }
}
