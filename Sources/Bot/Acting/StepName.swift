import Rules

extension Action.Step {
    /// Its key in `do`, for traces.
    var name: String {
        switch self {
        case .reply: "reply"
        case .askAI: "ask_ai"
        case .answer: "answer"
        case .media: "media"
        case .audio: "audio"
        case .save: "save"
        case .typing: "typing"
        case .wait: "wait"
        case .set: "set"
        case .goto: "goto"
        case .send: "send"
        case .cancel: "cancel"
        case .log: "log"
        case .http: "http"
        case .stop: "stop"
        case .disconnect: "disconnect"
        case .ready: "ready"
        case .message: "message"
        case .prompt: "prompt"
        case .promptDone: "prompt_done"
        case .avatar: "avatar"
        case .error: "error"
        case .close: "close"
        }
    }
}
