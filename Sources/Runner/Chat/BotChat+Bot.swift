import Bot
import Drive
import Hermes
import Net
import Rules

// What the bot does, as the person's end of its connection sees it.

extension BotChat: WebSocketDriver {
    public func opened(_ connection: Connection, tag: Int, _ opening: Opening) {}

    public func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {
        lastMoved = loop.now.instant
        // Which rule fired stands before what it sent.
        showLog()
        switch DeviceFrame.decode(message) {
        case .frame(.hello(let hello)):
            self.connection = connection
            stream.disconnected()
            greet(hello)
        case .frame(let frame):
            if self.connection == connection { take(frame, message) }
        case .malformed(let fault): show(view.show("no frame came, but \(fault)"))
        }
        takeLines()
    }

    public func ponged(mark: UInt64, on connection: Connection, tag: Int) {
        guard self.connection == connection else { return }
        // What follows in the same read, such as a close, comes before the next line.
        lastMoved = loop.now.instant
        readMark = mark
        takeLines()
    }

    public func closed(_ connection: Connection, tag: Int, _ ending: Net.Ending) {
        fleet.stopIfQuiet()
        guard self.connection == connection else { return }
        self.connection = nil
        stream.disconnected()
        if !isOver { show(view.show("the bot is gone: \(ending.text)")) }
    }
}

extension BotChat {
    func greet(_ hello: Hello) {
        (lastMark, readMark) = (0, 0)
        var ready: [UInt8] = []
        Ready().encode(into: &ready)
        guard let connection else { return }
        _ = sockets.send(ready.span, on: connection)
        if !wasGreeted {
            wasGreeted = true
            journal.log(
                .info, "\(hello.device.name) listens: each line is a message to it; :help says what else can be typed",
                at: loop.now.wall)
        }
        for card in cards { send { card.prompt.encode(into: &$0) } }
    }

    func take(_ frame: DeviceFrame, _ message: Span<UInt8>) {
        switch frame {
        case .hello: break
        case .text(let text):
            if handled.insert(text.id).inserted {
                show(view.show(text: text.text))
            }
        case .message(let state):
            let progress = stream.take(
                state, wasHandled: handled.contains(state.id), now: loop.now.instant, quiet: .seconds(30))
            for finished in [progress.ended, progress.finished].compactMap({ $0 }) { handled.insert(finished.id) }
            show(view.show(progress))
        case .answer(let answer): answered(answer)
        case .media(let media):
            // Once, not once a part.
            guard handled.insert("media/" + media.head.id).inserted else { return }
            show(view.show(FrameLine.text(of: frame, in: message)))
        case .audio, .unknown: show(view.show(FrameLine.text(of: frame, in: message)))
        }
    }

    /// The bot answers a prompt: it is applied as a gateway does, and the card closed.
    private func answered(_ answer: PromptAnswer) {
        guard let card = cards.first(where: { $0.prompt.id == answer.prompt }) else {
            return show(view.show("the bot answers a prompt that is closed"))
        }
        let words = [answer.option, answer.text.map { "“\($0)”" }].compactMap { $0 }.joined(separator: " ")
        if let fault = card.prompt.fault(of: answer) {
            show(view.show("card \(card.number): the bot answers \(words), which does not fit: \(fault.rawValue)"))
            guard let applied = card.prompt.applied(answer) else { return }
            return close(card, option: applied)
        }
        show(view.show("card \(card.number): the bot answers \(words)"))
        close(card, option: card.prompt.applied(answer))
    }
}
