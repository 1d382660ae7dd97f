import Testing

@testable import Runner

@Suite("A line that a person types to a bot")
struct BotLineTests {
    @Test("is a message, whatever it says, unless it begins with a colon")
    func message() {
        #expect(BotLine("  An oolong, please ") == .message("An oolong, please"))
        #expect(BotLine("once") == .message("once"))
        #expect(BotLine("1") == .message("1"))
        #expect(BotLine("/help") == .message("/help"))
        #expect(BotLine("::why") == .message(":why"))
        #expect(BotLine(" \t") == .nothing)
    }

    @Test("shows prompts, closes cards, asks why")
    func commands() {
        #expect(BotLine(#":prompt {"command": "git status"}"#) == .prompt(#"{"command": "git status"}"#))
        #expect(BotLine(":2 once ") == .close(card: 2, option: "once"))
        #expect(BotLine(":2") == .close(card: 2, option: nil))
        #expect(BotLine(":why") == .why)
        #expect(BotLine(" :help") == .help)
        #expect(BotLine(":cards") == .cards)
        #expect(BotLine(":q") == .quit)
        #expect(BotLine(":quit") == .quit)
    }

    @Test("that is not understood is sent nowhere")
    func complaints() {
        #expect(BotLine(":nope") == .complaint("there is no command :nope; :help lists them"))
        #expect(BotLine(":") == .complaint("a colon begins a command; :help lists them"))
        #expect(BotLine(":prompt") == .complaint(#":prompt takes an object, such as {"command": "ls"}"#))
        #expect(
            BotLine(":99999999999999999999 x")
                == .complaint("there is no command :99999999999999999999; :help lists them"))
    }
}
