import Hermes
import Testing

@Suite("Answers and their prompts")
struct AnswerFaultTests {
    private let approval = Prompt(
        id: "p", kind: .execApproval, text: "?",
        options: [.init(id: "once", label: "Once"), .init(id: "deny", label: "No")])
    private let slash = Prompt(
        id: "p", kind: .slashConfirm, text: "?",
        options: [.init(id: "once", label: ""), .init(id: "cancel", label: "")])
    private let clarify = Prompt(
        id: "p", kind: .clarify, text: "?", options: [.init(id: "c0", label: "A"), .init(id: "other", label: "…")])
    private let open = Prompt(id: "p", kind: .clarify, text: "?")

    private func answer(_ option: String?, _ text: String? = nil) -> PromptAnswer {
        PromptAnswer(prompt: "p", option: option, text: text)
    }

    @Test("only an offered option answers, case aside")
    func offered() {
        #expect(approval.fault(of: answer("once")) == nil)
        #expect(approval.fault(of: answer("ONCE")) == nil)
        #expect(approval.fault(of: answer("always")) == .notOffered)
        #expect(approval.fault(of: answer(nil)) == .nothingChosen)
        #expect(approval.fault(of: answer(nil, "once")) == .nothingChosen)
        #expect(approval.fault(of: PromptAnswer(prompt: "q", option: "once")) == .otherPrompt)
    }

    @Test("other needs a text with something in it, and must be offered")
    func other() {
        #expect(clarify.fault(of: answer("other", "Lisbon")) == nil)
        #expect(clarify.fault(of: answer("Other", "Lisbon")) == nil)
        #expect(clarify.fault(of: answer("other")) == .blankText)
        #expect(clarify.fault(of: answer("other", " \n\t")) == .blankText)
        #expect(approval.fault(of: answer("other", "x")) == .notOffered)
    }

    @Test("an open question is answered by a text alone")
    func openQuestion() {
        #expect(open.fault(of: answer(nil, "Lisbon")) == nil)
        #expect(open.fault(of: answer(nil, " ")) == .nothingChosen)
        #expect(open.fault(of: answer("c0", "Lisbon")) == .notOffered)
    }

    @Test("a gateway applies what was answered, and deny or cancel for what is not offered")
    func applied() {
        #expect(approval.applied(answer("ONCE")) == "once")
        #expect(approval.applied(answer("always")) == "deny")
        #expect(approval.applied(answer(nil, "yes")) == "deny")
        #expect(slash.applied(answer("once")) == "once")
        #expect(slash.applied(answer("deny")) == "cancel")
        #expect(clarify.applied(answer("c0")) == "c0")
        #expect(clarify.applied(answer("c7")) == nil)
        #expect(clarify.applied(answer("other", "x")) == "other")
        #expect(open.applied(answer(nil, "x")) == nil)
    }

    @Test("an id that differs from another by case alone is found only as it is written")
    func caseAlone() {
        let prompt = Prompt(
            id: "p", kind: .clarify, text: "", options: [.init(id: "a", label: ""), .init(id: "A", label: "")])
        #expect(prompt.option("A")?.id == "A")
        #expect(prompt.option("a")?.id == "a")
        let three = Prompt(
            id: "p", kind: .clarify, text: "", options: [.init(id: "aB", label: ""), .init(id: "Ab", label: "")])
        #expect(three.option("ab") == nil)
    }
}
