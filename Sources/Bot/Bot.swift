import Hermes
import Rules
import Time

// The rule of a bot: everything that happens to it comes in by `handle` or `receive`, with the time; everything that it
// does goes out as effects. It reads no clock, opens nothing, and draws random numbers from its own seed alone, so the
// same events at the same times give the same effects, byte for byte.

/// One bot: a device, or a gateway's end of one device.
///
/// Drivers keep it, tell it events, perform its effects in order, and wake it at `deadline`.
public struct Bot {
    let blueprint: Blueprint
    var identity: Identity

    /// - Parameters:
    ///   - seed: a fresh one for each process; the same one repeats a run exactly.
    ///   - kept: what `persist` effects of an earlier process left, in any order.
    public init(
        _ blueprint: Blueprint, identity: Identity, seed: UInt64, now: Now,
        kept: [(key: String, value: [UInt8])] = []
    ) {
        self.blueprint = blueprint
        self.identity = identity
    }

    /// When `handle(.wake)` is due; nil: only an event can change anything.
    public var deadline: Instant? { nil }

    public var isReady: Bool { false }

    public var status: Status { Status(phase: .idle) }

    /// A whole text message from the wire (or a binary one that is UTF-8).
    @discardableResult
    public mutating func receive(_ message: Span<UInt8>, now: Now, into effects: inout Effects) -> Seen {
        Seen(.unknown)
    }

    public mutating func handle(_ event: Event, now: Now, into effects: inout Effects) {}

    /// Goes on with other rules: what belongs to rules that kept their id goes on too.
    public mutating func reload(_ blueprint: Blueprint, now: Now, into effects: inout Effects) {}
}
