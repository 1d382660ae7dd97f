import Rules
import Testing

@testable import Bot

@Suite("An answer is only what is offered")
struct ChoosingTests {
    static func card(_ kind: String, _ options: [(String, String, String?)]) -> OpenPrompt.Card {
        .init(
            id: "p", kind: kind, text: "?", options: options.map { .init(id: $0.0, label: $0.1, style: $0.2) },
            command: .absent)
    }

    static let exec = card(
        "exec_approval", [("once", "Allow once", nil), ("Always", "Always", "danger"), ("deny", "Deny", nil)])
    static let clarify = card("clarify", [("c0", "Lisbon", nil), ("c1", "Porto", nil), ("other", "Other", nil)])
    static let open = card("clarify", [])
    static let place = Place(line: 1, column: 1)

    func text(_ text: String) -> Template { Template(literal: text, place: Self.place) }

    func choose(_ card: OpenPrompt.Card, _ wanted: AnswerChoice) -> Result<Chosen, Refusal> {
        do throws(Refusal) {
            return .success(
                try card.choose(wanted) {
                    $0.pieces.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
                })
        } catch { return .failure(error) }
    }

    @Test("by id, without case, sent in lower case")
    func id() {
        #expect(choose(Self.exec, .id("ONCE")) == .success(Chosen(option: "once", text: nil)))
        #expect(choose(Self.exec, .id("always")) == .success(Chosen(option: "always", text: nil)))
        #expect(choose(Self.exec, .id("session")) == .failure(Refusal("\"session\" is not offered")))
        #expect(choose(Self.clarify, .id("other")) == .failure(Refusal("\"other\" needs a text")))
    }

    @Test("by label, without case and space around, if just one has it and it is not styled danger")
    func label() {
        #expect(choose(Self.clarify, .label(" lisbon ")) == .success(Chosen(option: "c0", text: nil)))
        #expect(choose(Self.clarify, .label("Faro")) == .failure(Refusal("no option is labelled \"Faro\"")))
        #expect(
            choose(Self.exec, .label("Always"))
                == .failure(Refusal("the option labelled \"Always\" is styled danger: it must be named by its id")))
        let twice = Self.card("clarify", [("c0", "Yes", nil), ("c1", "yes", nil)])
        #expect(choose(twice, .label("yes")) == .failure(Refusal("2 options are labelled \"yes\"")))
        #expect(choose(Self.clarify, .label("other")) == .failure(Refusal("\"other\" needs a text")))
    }

    @Test("other carries a text that is not blank, and must be offered")
    func other() {
        #expect(choose(Self.clarify, .other(text("Faro"))) == .success(Chosen(option: "other", text: "Faro")))
        #expect(choose(Self.clarify, .other(text(" \n"))) == .failure(Refusal("the text is blank")))
        #expect(choose(Self.exec, .other(text("x"))) == .failure(Refusal("\"other\" is not offered")))
        #expect(choose(Self.open, .other(text("x"))) == .failure(Refusal("\"other\" is not offered")))
    }

    @Test("text answers an open question alone")
    func openQuestion() {
        #expect(choose(Self.open, .text(text("Faro"))) == .success(Chosen(option: nil, text: "Faro")))
        #expect(choose(Self.open, .text(text(" "))) == .failure(Refusal("the text is blank")))
        #expect(choose(Self.clarify, .text(text("Faro"))) == .failure(Refusal("it is no open question")))
        #expect(
            choose(Self.card("exec_approval", []), .text(text("once"))) == .failure(Refusal("it is no open question")))
    }

    @Test("the first of several that can be sent")
    func firstOf() {
        #expect(
            choose(Self.clarify, .firstOf([.id("c7"), .label("porto"), .other(text("x"))]))
                == .success(Chosen(option: "c1", text: nil)))
        #expect(
            choose(Self.exec, .firstOf([.id("session"), .other(text("x"))]))
                == .failure(Refusal("\"session\" is not offered, \"other\" is not offered")))
        #expect(choose(Self.exec, .firstOf([])) == .failure(Refusal("")))
    }

    @Test("a shape that is not known is left")
    func unknown() {
        #expect(
            choose(Self.card("multi_select", [("a", "A", nil)]), .id("a"))
                == .failure(Refusal("a prompt of kind \"multi_select\" is not known")))
        #expect(
            choose(Self.card("exec_approval", [("once", "A", nil), ("ONCE", "B", nil)]), .id("once"))
                == .failure(Refusal("two of its options have one id")))
    }
}
