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
