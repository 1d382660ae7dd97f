import JSON
import Time

// The forms of texts that rule files know beside lengths of time, sizes and names.

extension BotLanguage {
    /// A bot's name makes the name of its folder.
    static let botName = TextForm("a bot's name", pattern: "^[^/]+$", example: "\"concierge\"") { text in
        if let fault = path.check(text) { return fault }
        let good = !text.utf8.contains(0x2F) && !text.hasPrefix(".") && text.utf8.count <= 100 && visible(text) == text
        return good
            ? nil
            : TextFault(
                .badName, "\(quoted(text)) is not a bot's name",
                hint: "at most 100 bytes, with no / and no . at the start: a folder is named after it")
    }

    /// `HH:MM`, up to 24:00.
    static let clock = TextForm(
        "a time of day", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$", example: "\"09:00\""
    ) { text in
        minutes(ofClock: text) == nil
            ? TextFault(
                .badTime, "\(quoted(text)) is not a time of day", hint: "hours and minutes, from \"00:00\" to \"24:00\""
            )
            : nil
    }

    static func minutes(ofClock text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [0, 1, 3, 4].map { Int(bytes[$0]) - 0x30 }
        guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        guard minute < 60, hour < 24 || (hour == 24 && minute == 0) else { return nil }
        return hour * 60 + minute
    }

    /// A name of the time zone database. Whether the system has it is seen where the zones are loaded.
    static let zone = TextForm(
        "a time zone", pattern: "^[A-Za-z][A-Za-z0-9+_-]*(/[A-Za-z0-9+_-]+)*$", example: "\"Europe/Lisbon\""
    ) { text in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let good = parts.allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2B || byte == 0x2D
                        || byte == 0x5F
                }
        }
        return good && text.utf8.count <= 64
            ? nil
            : TextFault(
                .badTime, "\(quoted(text)) is not a time zone", hint: "a name such as \"Europe/Lisbon\" or \"UTC\"")
    }

    static let cron = TextForm("a schedule", example: "\"0 9 * * mon-fri\"") { text in
        do throws(CronFault) {
            _ = try CronSchedule(parsing: text)
            return nil
        } catch {
            return fault(of: error)
        }
    }

    private static func fault(of error: CronFault) -> TextFault {
        let field = error.field.map { "the \($0.rawValue)" } ?? "the schedule"
        let found = quoted(error.found)
        let (message, hint): (String, String?) =
            switch error.code {
            case .fieldCount(let count):
                (
                    "a schedule has five fields, not \(count)",
                    "minute, hour, day of month, month, day of week: \"0 9 * * mon-fri\""
                )
            case .badValue: ("\(found) is nothing that \(field) can be", nil)
            case .outOfRange: ("\(found) is out of range for \(field)", nil)
            case .backwardRange: ("the range \(found) ends before it begins", nil)
            case .badStep: ("behind the / of \(found) a number above 0 must stand", nil)
            case .stepWithoutRange:
                ("\(found) is a step of one value", "write a range, such as \"5-59/10\" or \"*/10\"")
            case .never: ("no month that this schedule names has such a day", nil)
            }
        return TextFault(.badSchedule, message, hint: hint, at: error.range.isEmpty ? nil : error.range)
    }

    /// A path, taken as it stands; relative ones start at the rule file's folder.
    static let path = TextForm("a path", pattern: ".") { text in
        if let fault = TextForm.literal.check(text) { return fault }
        return text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
            ? TextFault(.badPath, "\(quoted(text)) is not a path: it has a control character") : nil
    }

    static let absoluteFolder = TextForm("an absolute folder", pattern: "^/", example: "\"/srv/app\"") { text in
        if let fault = path.check(text) { return fault }
        if !text.utf8.starts(with: "/".utf8) {
            return TextFault(.badCommandPattern, "\(quoted(text)) is not an absolute folder", hint: "it begins with /")
        }
        return text.split(separator: "/").contains { $0 == ".." || $0 == "." }
            ? TextFault(.badCommandPattern, "\(quoted(text)) has a . or .. in it", hint: "name the folder itself") : nil
    }

    static let environmentName = TextForm(
        "the name of an environment variable", pattern: "^[A-Za-z_][A-Za-z0-9_]*$", example: "\"TALARIA_TOKEN\""
    ) { text in
        let letters = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x5F
        }
        return letters && text.utf8.first.map { !(0x30...0x39).contains($0) } == true
            ? nil
            : TextFault(
                .badName, "\(quoted(text)) is not the name of an environment variable",
                hint: "letters, digits and _; the token itself never stands in a rule file")
    }

    static let credentialName = TextForm("the name of a credential", pattern: "^[^/]+$") { text in
        if let fault = path.check(text) { return fault }
        return text.utf8.contains(0x2F) || text == "." || text == ".."
            ? TextFault(.badName, "\(quoted(text)) is not the name of a credential", hint: "a name without /") : nil
    }
}
