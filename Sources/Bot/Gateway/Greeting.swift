import Hermes
import Rules
import Time

// A connection to a gateway before it is known whose it is. It hears hello and nothing else; then the device's own bot
// takes over, and hears the same hello.

/// The first seconds of a device's connection, on the gateway's side.
///
/// The driver feeds it what comes until it says `admit`: then it finds or makes the bot of that device id, closes an
/// older connection of that id, and tells the bot `opened` and, by `receive`, the message that was just fed here.
public struct Greeting: Sendable {
    public enum Step: Sendable, Equatable {
        /// Wait for more.
        case nothing
        /// The message was a hello that may come in.
        case admit(device: String)
        /// The effects say why and close the connection.
        case refused
    }

    private var session: GatewaySession
    private let settings: GatewaySession.Settings
    private let tokens: TokenTable
    private let shown: [Secret]

    /// - Parameters:
    ///   - tokens: those of the rule file's `tokens`, as they were read.
    ///   - shown: the tokens of the connection's URL and header.
    public init(_ blueprint: Blueprint, tokens: TokenTable, shown: [Secret], now: Instant) {
        settings = blueprint.guests
        session = GatewaySession(now: now, settings: settings)
        self.tokens = tokens
        self.shown = shown
    }

    /// When `wake` is due: `hello_timeout`.
    public var deadline: Instant? { session.deadline }

    public mutating func receive(_ message: Span<UInt8>, now: Instant, into effects: inout Effects) -> Step {
        var hello: Hello?
        var isFrame = false
        if case .frame(let frame) = DeviceFrame.decode(message) {
            if case .hello(let found) = frame { hello = found }
            if case .unknown = frame {} else { isFrame = true }
        }
        switch session.message(isHello: hello != nil, isFrame: isFrame, now: now, settings: settings) {
        case .ignored: return .nothing
        case .refused(let refusal): return refuse(refusal, into: &effects)
        case .passes: break
        }
        guard let hello else { return .nothing }
        switch session.hello(hello, shown: shown, tokens: tokens) {
        case .admitted: return .admit(device: hello.device.id)
        case .refused(let refusal): return refuse(refusal, into: &effects)
        case .ignored: return .nothing
        }
    }

    /// The deadline has come.
    public mutating func wake(now: Instant, into effects: inout Effects) -> Step {
        session.tick(now: now).map { refuse($0, into: &effects) } ?? .nothing
    }

    private func refuse(_ refusal: GatewaySession.Refusal, into effects: inout Effects) -> Step {
        effects.send(.error) { refusal.error.encode(into: &$0) }
        effects.append(.close(code: refusal.closeCode, reason: refusal.error.code))
        return .refused
    }
}
