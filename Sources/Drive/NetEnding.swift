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
}
