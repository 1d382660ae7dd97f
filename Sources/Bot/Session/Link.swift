import Hermes
import Time

/// The bot's end of its connection, by role.
enum Link: Sendable {
    case device(DeviceSession)
    /// nil: no device is connected. `isGreeted`: `ready` was said.
    case gateway(GatewaySession?, isGreeted: Bool)

    /// Frames may go out.
    var isReady: Bool {
        switch self {
        case .device(let session): session.isReady
        case .gateway(let session, let isGreeted): session != nil && isGreeted
        }
    }

    /// The socket is open.
    var isConnected: Bool {
        switch self {
        case .device(let session):
            switch session.phase {
            case .greeting, .ready: true
            case .idle, .connecting, .waiting, .failed, .stopped: false
            }
        case .gateway(let session, _): session != nil
        }
    }

    /// It will never be ready again by itself.
    var isOver: Bool {
        guard case .device(let session) = self else { return false }
        switch session.phase {
        case .failed, .stopped: return true
        case .idle, .connecting, .greeting, .ready, .waiting: return false
        }
    }

    mutating func greeted() {
        if case .gateway(let session, _) = self { self = .gateway(session, isGreeted: true) }
    }

    var phase: Status.Phase {
        switch self {
        case .device(let session):
            switch session.phase {
            case .idle: .idle
            case .connecting: .connecting
            case .greeting: .greeting
            case .ready: .ready
            case .waiting: .waiting
            case .failed: .failed
            case .stopped: .closed
            }
        case .gateway(nil, _): .idle
        case .gateway(_, let isGreeted): isGreeted ? .ready : .greeting
        }
    }

    /// Runs a step of a device's session; nil for a gateway.
    mutating func device<Result>(_ step: (inout DeviceSession) -> Result) -> Result? {
        guard case .device(var session) = self else { return nil }
        defer { self = .device(session) }
        return step(&session)
    }
}
