/// A pattern for a whole text: `*` is any number of characters, `?` is one, all else is itself.
struct TextGlob {
    private enum Token {
        case any
        case one
        case character([UInt8])
    }
    private let tokens: [Token]

    /// - Parameter pattern: in NFC, and folded where case does not count.
    init(_ pattern: [UInt8]) {
        var tokens: [Token] = []
        for character in String(decoding: pattern, as: UTF8.self) {
            switch character {
            case "*": if case .any? = tokens.last { break } else { tokens.append(.any) }
            case "?": tokens.append(.one)
            default: tokens.append(.character(Array(character.utf8)))
            }
        }
        self.tokens = tokens
    }

    /// What it stands for, if it has no wildcard.
    var literal: [UInt8]? {
        var text: [UInt8] = []
        for token in tokens {
            guard case .character(let bytes) = token else { return nil }
            text += bytes
        }
        return text
    }

    /// The longest run of plain characters; empty if there is none.
    var longestLiteral: [UInt8] {
        var longest: [UInt8] = []
        var run: [UInt8] = []
        for token in tokens {
            if case .character(let bytes) = token { run += bytes } else { run = [] }
            if run.count > longest.count { longest = run }
        }
        return longest
    }

    /// In time of the text's length times the pattern's, at worst.
    func matches(_ text: Span<UInt8>, _ shape: TextShape) -> Bool {
        var token = 0
        var character = 0
        // Where to go on if the last `*` has to take one character more.
        var retry: (token: Int, character: Int)?
        while character < shape.count {
            if token < tokens.count, case .any = tokens[token] {
                token += 1
                retry = (token, character)
            } else if token < tokens.count, takes(token, shape.character(character), in: text) {
                token += 1
                character += 1
            } else if let last = retry {
                retry = (last.token, last.character + 1)
                (token, character) = (last.token, last.character + 1)
            } else {
                return false
            }
        }
        while token < tokens.count, case .any = tokens[token] { token += 1 }
        return token == tokens.count
    }

    private func takes(_ token: Int, _ character: Range<Int>, in text: Span<UInt8>) -> Bool {
        switch tokens[token] {
        case .any: false
        case .one: true
        case .character(let bytes):
            bytes.count == character.count && ByteSearch.stands(bytes, at: character.lowerBound, in: text)
        }
    }
}
