import Net

extension BotEnding {
    /// What the network saw, as a bot is told.
    public init(_ ending: Net.Ending) {
        switch ending {
        case .close(let code, let reason): self = .close(code: code, reason: reason)
        case .refused(let status): self = .refused(status: status)
        case .failed(let failure): self = .failed(reason: failure.text)
        }
    }
}

extension Net.Ending {
    /// For people.
    public var text: String {
        switch self {
        case .close(let code, let reason): reason.isEmpty ? "closed with \(code)" : "closed with \(code): \(reason)"
        case .refused(let status): "the upgrade was answered with HTTP status \(status)"
        case .failed(let failure): failure.text
        }
    }

    /// The same for the code of an ending, as a load run counts it: `net.connect` or `http_404`.
    public static func advice(onCode code: String) -> String? {
        if code.hasPrefix("http_") { return Int(code.dropFirst(5)).flatMap { Net.Ending.refused(status: $0).advice } }
        return NetFailure.Code(rawValue: code).flatMap { Net.Ending.failed(NetFailure($0, "")).advice }
    }

    /// What to look at where a connection was never made; nil where the text says it, or it is not known.
    public var advice: String? {
        switch self {
        case .refused(401), .refused(403): "the token is missing, wrong, or bound to another device"
        case .refused(408), .refused(429): nil
        case .refused(400..<500): "is this the path of the WebSocket, such as /ws?"
        case .failed(let failure):
            switch failure.code {
            case .connect: "is a server running there? talaria serve starts one on this machine"
            case .name: "is the host's name right?"
            case .timeout: "is the address right, and does no firewall stand between?"
            case .certificate: "--ca FILE trusts the server's own authority"
            case .upgrade: "is it a WebSocket server that answers there?"
            default: nil
            }
        case .close, .refused: nil
        }
    }
}
