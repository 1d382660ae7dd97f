import Drive
import Testing
import Time

@testable import Console

@Suite("Words of a call, sorted by the declarations")
struct ArgumentsTests {
    static let name = Flag("--name", .text("NAME"), "A name.")
    static let tag = Flag("--tag", .text("TAG"), "A tag.", repeats: true)
    static let loud = Flag("--loud", .none, "Speak up.")
    static let shape = Flag("--shape", .choice(["round", "square"]), "A shape.")
    static let command = Command(
        "draw", operands: "FILE...", summary: "draw files", flags: [name, tag, loud, shape], atLeast: 1, atMost: 3
    ) { _ throws(ExitFault) in .well }

    static func refusal(_ words: [String]) -> ExitFault? {
        do throws(ExitFault) {
            _ = try Arguments(words, for: command)
            return nil
        } catch { return error }
    }

    @Test("operands keep their order, and flags may stand anywhere between")
    func order() throws {
        let arguments = try Arguments(["a", "--name", "n", "b", "--loud", "c"], for: Self.command)
        #expect(arguments.operands == ["a", "b", "c"])
        #expect(arguments[Self.name] == "n")
        #expect(arguments.has(Self.loud))
        #expect(!arguments.has(Self.shape))
    }

    @Test("a value may be attached, may be empty, and may look like a flag")
    func values() throws {
        #expect(try Arguments(["a", "--name=x=y"], for: Self.command)[Self.name] == "x=y")
        #expect(try Arguments(["a", "--name="], for: Self.command)[Self.name] == "")
        #expect(try Arguments(["a", "--name", "--loud"], for: Self.command)[Self.name] == "--loud")
    }

    @Test("behind two dashes all words are operands, and one dash is an operand too")
    func dashes() throws {
        #expect(try Arguments(["-", "--", "--loud"], for: Self.command).operands == ["-", "--loud"])
    }

    @Test("a flag that repeats keeps all its values, any other is given once")
    func repeated() throws {
        #expect(try Arguments(["a", "--tag", "x", "--tag=y"], for: Self.command).all(Self.tag) == ["x", "y"])
        #expect(Self.refusal(["a", "--name", "x", "--name", "y"])?.message == "--name is given twice")
        #expect(Self.refusal(["a", "--loud", "--loud"])?.message == "--loud is given twice")
    }

    @Test("too few and too many operands are said")
    func counts() {
        #expect(Self.refusal([])?.message == "draw needs FILE...")
        #expect(Self.refusal(["a", "b", "c", "d"])?.message == "draw does not take “d”")
        #expect(Self.refusal(["--help"]) == nil)
    }

    @Test("a choice takes its own words alone, and a switch takes none")
    func choices() throws {
        #expect(try Arguments(["a", "--shape", "round"], for: Self.command)[Self.shape] == "round")
        #expect(Self.refusal(["a", "--shape", "oval"])?.message == "--shape takes one of round, square")
        #expect(Self.refusal(["a", "--loud=1"])?.message == "--loud takes no value, but has “1”")
        #expect(Self.refusal(["a", "--shape"])?.code == .usage)
    }

    @Test("an unknown flag names its nearest, and a token is refused without being repeated")
    func unknown() {
        #expect(Self.refusal(["a", "--nmae", "x"])?.hint == "did you mean --name?")
        for words in [
            ["a", "--token=s3cret"], ["a", "--token", "s3cret"], ["a", "--tokens3cret"], ["a", "--token:s3cret"],
            ["a", "--password", "s3cret"], ["a", "--api-key=s3cret"], ["a", "--other:s3cret"],
        ] {
            let refusal = Self.refusal(words)
            #expect(refusal?.code == .usage)
            #expect(refusal?.message.contains("s3cret") == false)
            #expect(refusal?.hint?.contains("s3cret") == false)
        }
    }

    @Test("numbers and times are read in their range, or refused with the flag's name")
    func readings() throws {
        let arguments = try Arguments(["a", "--name", "12"], for: Self.command)
        #expect(try arguments.number(Self.name, in: 0...100) == 12)
        #expect(try arguments.number(Self.tag, in: 0...100) == nil)
        #expect(throws: ExitFault.self) { try arguments.number(Self.name, in: 0...11) }
        #expect(throws: ExitFault.self) { try arguments.interval(Self.name) }
        let time = try Arguments(["a", "--name", "20s"], for: Self.command)
        #expect(try time.interval(Self.name) == .seconds(20))
    }
}
