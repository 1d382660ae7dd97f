// What the located parser says about faults.

extension LocatedParser {
    /// After so many, a person has enough to do.
    private static let mostFaults = 100

    mutating func report(
        _ code: LocatedFault.Code, _ range: Range<Int>, _ message: String, hint: String? = nil,
        related: LocatedFault.Related? = nil
    ) {
        guard !isStopped else { return }
        faults.append(LocatedFault(code, range, message, hint: hint, related: related))
        if faults.count >= LocatedParser.mostFaults {
            isStopped = true
            isIncomplete = true
        }
    }

    /// Reports, and reads no further.
    mutating func stop(
        _ code: LocatedFault.Code, _ range: Range<Int>, _ message: String, hint: String? = nil,
        related: LocatedFault.Related? = nil
    ) {
        report(code, range, message, hint: hint, related: related)
        isStopped = true
        isIncomplete = true
    }

    mutating func reportExtraComma(_ place: Int, before byte: UInt8) {
        let message = byte == UInt8(ascii: ",") ? "a comma with nothing before it" : "a comma with nothing behind it"
        report(.extraComma, place..<place + 1, message, hint: "remove it")
    }

    mutating func unclosed(_ start: Int) {
        let bracket = quoted(start..<start + 1)
        stop(.unclosedContainer, start..<start + 1, "this \(bracket) is never closed")
    }

    /// A closing bracket of the other sort.
    mutating func wrongClosing(_ byte: UInt8, from start: Int) {
        let wanted = bytes[start] == UInt8(ascii: "{") ? "}" : "]"
        let message = "expected \"\(wanted)\", not \"\(String(UnicodeScalar(byte)))\""
        stop(
            .wrongClosing, index..<index + 1, message,
            related: .init(range: start..<start + 1, message: "to close this"))
    }

    func numberHint(_ range: Range<Int>) -> String? {
        let first = bytes[range.lowerBound]
        let second = range.count > 1 ? bytes[range.lowerBound + 1] : 0
        if first == UInt8(ascii: "+") { return "leave out the plus sign" }
        if first == UInt8(ascii: ".") { return "write a 0 before the point" }
        if first == UInt8(ascii: "0"), second >= 0x30, second <= 0x39 { return "leave out the zeros before it" }
        if isWord(bytes[range.upperBound - 1]), bytes[range.upperBound - 1] > 0x39 {
            return "if it is a text (\"250ms\"), write it in double quotes"
        }
        return nil
    }

    /// The bytes of a range as a message shows them: at most 24 of them, nothing that a terminal would act upon.
    func quoted(_ range: Range<Int>) -> String {
        let shown = text(range.lowerBound..<min(range.upperBound, range.lowerBound + 24))
        let cut = range.count > 24 ? "…" : ""
        var out = "\""
        for scalar in shown.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
                out += "\\u{\(String(scalar.value, radix: 16))}"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + cut + "\""
    }
}
