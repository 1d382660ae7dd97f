import Drive
import Hermes
import Testing
import Time

@testable import Runner

@Suite("A conversation as a person sees it")
struct ChatViewTests {
    /// What is shown of message frames, each with its id, text, `edit` and `final`.
    static func shown(_ frames: [(String, String, Bool, Bool)], terminal: Bool) -> String {
        var view = ChatView(paint: Paint(isOn: false), isTerminal: terminal)
        var stream = MessageStream()
        var text = ""
        for (id, body, edit, final) in frames {
            let frame = MessageFrame(id: id, text: body, edit: edit, final: final)
            text += view.show(stream.take(frame, wasHandled: false, now: .zero, quiet: .seconds(30)))
        }
        return text + view.leaveLine()
    }

    static let growing = [("m", "One ▉", false, false), ("m", "One two ▉", true, false), ("m", "One two.", true, true)]

    @Test("on a terminal a message grows where it stands")
    func grows() {
        #expect(Self.shown(Self.growing, terminal: true) == "← One two.\n")
        #expect(Self.shown(Array(Self.growing.prefix(2)), terminal: true) == "← One two\n")
    }

    @Test("in a pipe only whole messages are written")
    func pipe() {
        #expect(Self.shown(Self.growing, terminal: false) == "← One two.\n")
        #expect(Self.shown(Array(Self.growing.prefix(2)), terminal: false) == "")
    }

    @Test("a text that changes its beginning is written anew, as is a message that another one interrupts")
    func changes() {
        let changed = [("m", "One", false, false), ("m", "Two", true, true)]
        #expect(Self.shown(changed, terminal: true) == "← One\n← Two\n")
        let interrupted = [("m", "One", false, false), ("n", "Two", false, true)]
        #expect(Self.shown(interrupted, terminal: true) == "← One\n← Two\n")
        #expect(Self.shown(interrupted, terminal: false) == "← One\n← Two\n")
    }

    @Test("a late edit is marked as one")
    func late() {
        let frames = [("m", "One", false, true), ("m", "One!", true, false)]
        #expect(Self.shown(frames, terminal: true) == "← One\n← (edited) One!\n")
        #expect(Self.shown(frames, terminal: false) == "← One\n")
        let interrupted = [("m", "One", false, false), ("n", "Two", false, true), ("m", "One!", true, true)]
        #expect(Self.shown(interrupted, terminal: false) == "← One\n← Two\n← (edited) One!\n")
    }

    @Test("line breaks are kept, and control sequences are made visible")
    func hostile() {
        #expect(Self.shown([("m", "a\nb", false, true)], terminal: true) == "← a\n  b\n")
        #expect(Self.shown([("m", "\u{1B}[2J\u{202E}x", false, true)], terminal: true) == "← \\u{1b}[2J\\u{202e}x\n")
    }

    @Test("a card shows its command and numbers its options")
    func card() {
        var view = ChatView(paint: Paint(isOn: false), isTerminal: true)
        #expect(
            view.show(Card(number: 2, prompt: ChatLineTests.approval)) == """
                ? card 2 exec_approval: Run?
                    git status
                  1 once  Once
                  2 deny  No

                """)
        #expect(
            view.show(Card(number: 3, prompt: ChatLineTests.open)) == """
                ? card 3 clarify: Why?
                  an open question: the next line answers it

                """)
    }
}
