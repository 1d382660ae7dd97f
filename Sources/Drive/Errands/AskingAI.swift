import Bot
import Hermes
import Media
import Net

extension Errands {
    /// Streams the answer of a chat endpoint: a piece at a time, then its end.
    func ask(_ ticket: Ticket, _ request: AIRequest) {
        var key: Secret?
        if let source = request.key {
            do throws(SecretFault) { key = try SecretReader(folder: folder).read(source) } catch {
                driven?.tell(.ai(ticket, .failed(reason: error.text)))
                return
            }
        }
        let turns = request.turns.map { ChatRequest.Turn(role: $0.role, text: $0.text) }
        var chat = ChatRequest(
            url: request.url, model: request.model, turns: turns, key: key?.exposed, maxTokens: request.maxTokens)
        chat.countsTokens = request.countsTokens
        chat.limits.first = request.first
        chat.limits.between = request.between
        chat.limits.whole = request.whole
        chat.limits.connect = min(chat.limits.connect, request.first)
        let here = OnLoop(WeakErrands(self), loop: stage.loop)
        let number = settings.fetcher.chat(chat) { event in here.perform { $0.errands?.heard(event, ticket) } }
        begin(number, ticket)
    }

    private func heard(_ event: ChatEvent, _ ticket: Ticket) {
        guard isUnderWay(ticket) else { return }
        switch event {
        case .piece(let text): driven?.tell(.ai(ticket, .piece(text)))
        case .finished(let end):
            forget(ticket)
            if end.promptTokens != nil || end.completionTokens != nil {
                // A server's numbers may be anything.
                let (sum, isTooMuch) = max(0, end.promptTokens ?? 0).addingReportingOverflow(
                    max(0, end.completionTokens ?? end.pieces))
                driven?.tell(.ai(ticket, .counted(tokens: isTooMuch ? .max : sum)))
            }
            driven?.tell(.ai(ticket, .finished))
        case .failed(let fault):
            forget(ticket)
            driven?.tell(.ai(ticket, .failed(reason: fault.text)))
        }
    }
}
