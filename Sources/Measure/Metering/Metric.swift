/// What is timed, one step of the protocol each (docs/run-json.md). All are held in microseconds.
public enum Metric: Int, CaseIterable, Sendable {
    /// From the start of an attempt until the TCP (and TLS) connection stands.
    case connect
    /// From there until the WebSocket upgrade is answered.
    case upgrade
    /// From `hello` to `ready`.
    case ready
    /// From a sent text to `typing`.
    case typing
    /// From a sent text to the first frame of the reply.
    case first
    /// Between two edits of one message.
    case editGap
    /// From a sent text to the reply's final state. In an open schedule it counts from the time at which it was planned.
    case reply
    /// From a prompt's answer to its `prompt_done`.
    case promptDone
    /// From a transfer's first part to its last.
    case media
    /// How much later than planned a send left the generator.
    case lag

    /// As run.json and thresholds write it.
    public var name: String {
        switch self {
        case .connect: "connect"
        case .upgrade: "upgrade"
        case .ready: "ready"
        case .typing: "typing"
        case .first: "first"
        case .editGap: "edit_gap"
        case .reply: "reply"
        case .promptDone: "prompt_done"
        case .media: "media"
        case .lag: "lag"
        }
    }

    public init?(name: some StringProtocol) {
        guard let metric = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = metric
    }
}
