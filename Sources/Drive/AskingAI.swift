import Bot

extension Errands {
    func ask(_ ticket: Ticket, _ request: AIRequest) { driven?.tell(.ai(ticket, .failed(reason: "not there yet"))) }
}
