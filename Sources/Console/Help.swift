/// What `talaria help` prints: made from the declarations alone.
enum Help {
    static func overview(_ commands: [Command]) -> String {
        var text = """
            talaria: bots as rule files, for servers that speak the Hermes device protocol

            usage: talaria COMMAND [WORDS] [FLAGS]


            """
        text += table(commands.map { ($0.name, $0.summary) })
        text += """

            Start here:
              talaria run bots/concierge.json --for 20s    see a bot at work, no server needed
              talaria check bots                           read rule files and point at faults
              talaria help run                             every flag of a command

            """
        return text
    }

    static func of(_ command: Command) -> String {
        var text = "talaria \(command.name): \(command.summary)\n\n"
        text += "usage: \(command.usage) [FLAGS]\n\n"
        if !command.details.isEmpty { text += command.details + "\n\n" }
        text += "flags:\n" + table(command.allFlags().map { ($0.usage, $0.help) })
        return text
    }

    /// Two columns, the second wrapped at 100 and aligned; a long first entry gets a line of its own.
    static func table(_ rows: [(String, String)]) -> String {
        let width = min(28, rows.map(\.0.count).max() ?? 0)
        let indent = String(repeating: " ", count: width + 4)
        var text = ""
        for (left, right) in rows {
            text += "  " + left
            text += left.count > width ? "\n" + indent : String(repeating: " ", count: width - left.count + 2)
            text += wrap(right, width: 100 - width - 4).joined(separator: "\n" + indent) + "\n"
        }
        return text
    }

    private static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }
}
