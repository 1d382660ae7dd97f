// What is read here is run elsewhere, by a shell that we do not know. So the grammar is small and total: words, quotes
// without expansion, four operators, blanks. All that some shell (sh, dash, bash, ksh, zsh) might take for more than
// that makes the whole line unclear. A line is never guessed at and never read in part.

/// A command line, read: clear with its simple commands, or unclear with the first reason that was met.
public enum ShellLine: Sendable, Hashable {
    /// One simple command or more.
    case clear([SimpleCommand])
    case unclear(Unclear)

    /// The most bytes that a line may have.
    public static let mostBytes = 8192
    /// The most simple commands that a line may have, those of a pipe counted.
    public static let mostCommands = 50

    /// Reads a line; any text will do.
    public init(_ text: String) {
        do {
            self = .clear(try ShellParser.commands(of: text))
        } catch {
            self = .unclear(error)
        }
    }

    /// Reads a line; any bytes will do. What is not UTF-8 is unclear.
    public init(bytes: [UInt8]) {
        // An oversized line is refused before it is decoded.
        if let text = String(validating: bytes.prefix(Self.mostBytes + 4), as: UTF8.self), bytes.count <= Self.mostBytes
        {
            self.init(text)
        } else if bytes.count > Self.mostBytes {
            self = .unclear(Unclear(.tooLong, range: Self.mostBytes..<bytes.count))
        } else {
            self = .unclear(Unclear(.notUTF8, range: Self.firstFault(of: bytes)))
        }
    }

    /// Where the bytes stop being UTF-8.
    private static func firstFault(of bytes: [UInt8]) -> Range<Int> {
        var parser = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .error(let length): return offset..<(offset + length)
            case .emptyInput: return offset..<offset
            }
        }
    }
}

/// One program with its arguments.
public struct SimpleCommand: Sendable, Hashable {
    /// What stands between two commands.
    public enum Operator: String, Sendable, Hashable, CaseIterable {
        case and = "&&"
        case or = "||"
        case then = ";"
        case pipe = "|"
    }

    /// At least one.
    public internal(set) var words: [Word]
    /// What joins it to the command before; nil for the first.
    public internal(set) var joint: Operator?

    /// The words' texts: what the program would get, its own name first.
    public var argv: [String] { words.map(\.text) }

    /// Byte offsets into the line.
    public var range: Range<Int> {
        guard let first = words.first, let last = words.last else { return 0..<0 }
        return first.range.lowerBound..<last.range.upperBound
    }

    /// One word, quotes taken away.
    public struct Word: Sendable, Hashable {
        public internal(set) var text: String
        /// Byte offsets into the line, quotes included.
        public internal(set) var range: Range<Int>
    }
}
