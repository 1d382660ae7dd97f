/// What is counted (docs/run-json.md).
public enum Counter: Int, CaseIterable, Sendable {
    /// Devices that were started.
    case devices
    /// Frames to the server.
    case sent
    /// Frames from the server.
    case received
    /// Attempts, upgrades and frames that went wrong; `errors` of run.json has them by code.
    case errors
    /// Connections that ended without the device having asked for it; `closes` has them by code.
    case closes
    /// Texts that no reply came to.
    case lost
    /// Messages that came again under an id that had ended.
    case repeated
    /// Parts and edits that came in another order than they were numbered or built.
    case reordered
    /// Attempts after the first one of a device.
    case reconnects
    /// Bytes from the server, as the sockets gave them.
    case bytesIn
    /// Bytes to the server.
    case bytesOut

    /// As run.json and thresholds write it.
    public var name: String {
        switch self {
        case .devices: "devices"
        case .sent: "sent"
        case .received: "received"
        case .errors: "errors"
        case .closes: "closes"
        case .lost: "lost"
        case .repeated: "repeated"
        case .reordered: "reordered"
        case .reconnects: "reconnects"
        case .bytesIn: "bytes_in"
        case .bytesOut: "bytes_out"
        }
    }

    public init?(name: some StringProtocol) {
        guard let counter = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = counter
    }
}

/// A number for each counter.
public struct Counters: Hashable, Sendable {
    private var values = [Int](repeating: 0, count: Counter.allCases.count)

    public init() {}

    public subscript(_ counter: Counter) -> Int {
        get { values[counter.rawValue] }
        set { values[counter.rawValue] = newValue }
    }

    public var isEmpty: Bool { values.allSatisfy { $0 == 0 } }

    public mutating func merge(_ other: Counters) {
        for index in values.indices { values[index].add(other.values[index]) }
    }
}
