/// How a bot is doing, for displays and metrics.
public struct Status: Sendable, Equatable {
    public enum Phase: String, Sendable, CaseIterable {
        /// Not started yet, or a gateway's device that is not connected.
        case idle
        case connecting
        /// The socket is open; hello is said and `ready` awaited.
        case greeting
        case ready
        /// Waiting for the next attempt.
        case waiting
        /// Denied, given up, or impossible: it never connects by itself again.
        case failed
        /// Disconnected by a rule, or at its end.
        case closed
    }

    public var phase: Phase
    /// Why approvals pause; nil: they do not.
    public var approvalsPaused: String?
    /// The kill switch is off: nothing is approved.
    public var approvalsOff = false
    /// Rules that are acting now, and firings that wait behind them.
    public var acting = 0
    public var queued = 0
    /// Frames and transfers not known to be delivered.
    public var outbox = 0
    public var openPrompts = 0
    public var counts = Counts()

    public init(phase: Phase) { self.phase = phase }
}

/// What happened so far, by number.
public struct Counts: Sendable, Equatable {
    /// Messages that were no frame, or a frame with odd types.
    public var malformed: UInt32 = 0
    /// Frames with an unknown `t`.
    public var unknown: UInt32 = 0
    /// Connections that were opened, and those of them that came to `ready`.
    public var opened: UInt32 = 0
    public var ready: UInt32 = 0
    /// Rules that fired.
    public var fired: UInt32 = 0

    public init() {}
}
