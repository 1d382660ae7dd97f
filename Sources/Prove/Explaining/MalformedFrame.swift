import Hermes
import JSON
import Rules

/// A frame that a bot ignores, since it is none: which field, what it should be, what it is, and where.
public struct MalformedFrame: Sendable {
    let fault: FrameFault
    /// What the fault's range is shown in.
    private let source: SourceText

    /// - Parameter given: the JSON as it was given, where the frame was completed from it.
    init(_ fault: FrameFault, in frame: [UInt8], given: (flag: String, text: String)?) {
        self.fault = fault
        var shown = (name: "the frame", bytes: frame)
        let end = fault.range?.upperBound ?? 0
        if let given, given.text.utf8.prefix(end).elementsEqual(frame.prefix(end)) {
            shown = (given.flag, Array(given.text.utf8))
        }
        var source = SourceText(path: shown.name, bytes: shown.bytes)
        if let token = source.tree.root?["token"] { source.secrets.append(token.range) }
        self.source = source
    }

    /// The fault, and carets under the value where it has a place.
    func text(colour: Bool) -> String {
        var text = "no frame: \(fault)\n"
        if let range = fault.range {
            text += DiagnosticPrinter(source: source, colour: colour).excerpt(of: range)
        }
        let parts = [fault.wanted.map { "wanted \($0)" }, fault.saw.map { "saw \($0)" }].compactMap(\.self)
        if !parts.isEmpty { text += "     = \(parts.joined(separator: ", "))\n" }
        return text + "\nthe bot ignores it: no rule fires\n"
    }

    /// `code`, `text`, `key`, `wanted`, `saw`, and `line` and `column` in the JSON that was given.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("code", fault.code.rawValue)
            json.member("text", fault.description)
            json.member("key", ifPresent: fault.key)
            json.member("wanted", ifPresent: fault.wanted)
            json.member("saw", ifPresent: fault.saw)
            guard let range = fault.range else { return }
            let place = source.place(of: range.lowerBound)
            json.member("line", place.line)
            json.member("column", place.column)
        }
    }
}
