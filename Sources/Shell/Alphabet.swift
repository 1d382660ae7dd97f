// The characters that a command line may hold, one by one. Every scalar falls into exactly one class; what a class means
// outside quotes, and inside each kind, is the parser's.

extension Unicode.Scalar {
    enum ShellClass {
        /// Stands for itself, everywhere in a word.
        case plain
        /// A space or a tab.
        case blank
        case lineFeed
        /// A character of ASCII that means something to some shell.
        case special
        case control
        case format
        case foreignBlank
    }

    var shellClass: ShellClass {
        switch value {
        case 0x20, 0x09: .blank
        case 0x0A: .lineFeed
        case 0..<0x20, 0x7F..<0xA0: .control
        case 0x20..<0x7F: isPlainASCII ? .plain : .special
        default: foreignClass
        }
    }

    private var isPlainASCII: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ",", ":", "@", "%", "+": true
        default: false
        }
    }

    /// Outside ASCII: letters and signs stand for themselves, but nothing that is invisible or looks like a space does.
    /// Variation selectors only choose how the character before them is drawn, as many emoji need.
    private var foreignClass: ShellClass {
        if value == 0x2800 { return .foreignBlank }  // the empty braille pattern
        if (0xFE00...0xFE0F).contains(value) { return .plain }
        switch properties.generalCategory {
        case .control: return .control
        case .format, .surrogate: return .format
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .foreignBlank
        default: break
        }
        if properties.isWhitespace { return .foreignBlank }
        return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint ? .format : .plain
    }
}
