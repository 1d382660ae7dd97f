import Hermes
import Testing

@testable import Runner

@Suite("A line that a person types")
struct ChatLineTests {
    static let approval = Prompt(
        id: "p1", kind: .execApproval, text: "Run?",
        options: [.init(id: "once", label: "Once"), .init(id: "deny", label: "No", style: "danger")],
        command: .text("git status"))
    static let city = Prompt(
        id: "p2", kind: .clarify, text: "Which city?",
        options: [.init(id: "c0", label: "Porto"), .init(id: "other", label: "Another")])
    static let open = Prompt(id: "p3", kind: .clarify, text: "Why?")

    static func read(_ line: String, _ prompts: [Prompt] = []) -> ChatLine {
        ChatLine(line, open: prompts.enumerated().map { Card(number: $0.offset + 1, prompt: $0.element) })
    }

    @Test("without a card it is a text, with the space around it gone")
    func text() {
        #expect(Self.read("  Hello there ") == .text("Hello there"))
        #expect(Self.read("once") == .text("once"))
        #expect(Self.read("1") == .text("1"))
        #expect(Self.read(" \t ") == .nothing)
        #expect(Self.read("/clarify") == .text("/clarify"))
        #expect(Self.read("::quit") == .text(":quit"))
    }

    @Test("the only card is answered by an option's number or id, in any case of letters")
    func onlyCard() {
        let once = ChatLine.answer(PromptAnswer(prompt: "p1", option: "once"))
        #expect(Self.read("1", [Self.approval]) == once)
        #expect(Self.read("once", [Self.approval]) == once)
        guard case .answer(let answer) = Self.read("ONCE", [Self.approval]) else { return #expect(Bool(false)) }
        #expect(answer.option?.lowercased() == "once")
    }

    @Test("what the card does not offer is a text, never an answer")
    func notOffered() {
        #expect(Self.read("always", [Self.approval]) == .text("always"))
        #expect(Self.read("3", [Self.approval]) == .text("3"))
        #expect(Self.read("0", [Self.approval]) == .text("0"))
        #expect(Self.read("yes please", [Self.approval]) == .text("yes please"))
    }

    @Test("with two cards open a bare word answers neither")
    func twoCards() {
        #expect(Self.read("once", [Self.approval, Self.city]) == .text("once"))
        #expect(Self.read("1", [Self.approval, Self.city]) == .text("1"))
        #expect(
            Self.read(":1 deny", [Self.approval, Self.city]) == .answer(PromptAnswer(prompt: "p1", option: "deny")))
        #expect(Self.read(":2 1", [Self.approval, Self.city]) == .answer(PromptAnswer(prompt: "p2", option: "c0")))
    }

    @Test("an answer in one's own words is said with the card")
    func ownWords() {
        #expect(
            Self.read(":1 other Lisbon, please", [Self.city])
                == .answer(PromptAnswer(prompt: "p2", option: "other", text: "Lisbon, please")))
        #expect(Self.read("other Lisbon", [Self.city]) == .text("other Lisbon"))
        #expect(Self.read(":1 other", [Self.city]) == .complaint("card 1 offers c0, other"))
    }

    @Test("an open question is answered by the next line")
    func openQuestion() {
        #expect(Self.read("because", [Self.open]) == .answer(PromptAnswer(prompt: "p3", text: "because")))
    }

    @Test("commands are read, and what is none is said")
    func commands() {
        #expect(Self.read(":help") == .help)
        #expect(Self.read(":cards") == .cards)
        #expect(Self.read(":quit") == .quit)
        #expect(Self.read(":nope") == .complaint("there is no command :nope; :help lists them"))
        #expect(Self.read(":7 once", [Self.approval]) == .complaint("no card 7 is open"))
        #expect(Self.read(":1 always", [Self.approval]) == .complaint("card 1 offers once, deny"))
        #expect(Self.read(":") == .complaint("a colon begins a command; :help lists them"))
    }
}
