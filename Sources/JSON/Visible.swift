// Text from outside, on its way to a person: it may hold anything, and it may reach a terminal.

/// The text with control and format characters (which can move the cursor or turn the writing round) as `\u{..}`.
public func visible(_ text: some StringProtocol) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
            if scalar == "\u{200D}" || scalar == "\u{200C}" {
                shown.append(scalar)
            } else {
                shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            }
        default: shown.append(scalar)
        }
    }
    return String(shown)
}

/// A JSON document that says the same, and holds nothing that a terminal could take for a command or that changes how text
/// around it reads: such characters stand as `\u` escapes.
public func visible(json text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        // Those below U+0020 are the document's own line breaks; a text has them escaped already.
        case .control where scalar.value < 0x20: shown.append(scalar)
        case .control, .format, .lineSeparator, .paragraphSeparator:
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                shown.append(
                    contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
            }
        default: shown.append(scalar)
        }
    }
    return String(shown)
}
