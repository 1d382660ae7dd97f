import JSON

/// Pieces of a page. Every text that did not stand in this program goes through `escaped`.
enum HTML {
    static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in visible(text).unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// A table; the first column is a heading of its row, the others are figures. Cells are HTML already.
    static func table(head: [String], rows: [[String]], style: String = "") -> String {
        var out = "<div class=\"scroll\"><table class=\"\(style)\"><thead><tr>"
        for cell in head { out += "<th scope=\"col\">\(cell)</th>" }
        out += "</tr></thead><tbody>"
        for row in rows {
            out += "<tr>"
            for (index, cell) in row.enumerated() {
                out += index == 0 ? "<th scope=\"row\">\(cell)</th>" : "<td>\(cell)</td>"
            }
            out += "</tr>"
        }
        return out + "</tbody></table></div>"
    }

    /// A plot with its title, its unit, and what its colours mean.
    static func figure(title: String, note: String, legend: [(style: String, name: String)] = [], _ drawings: [String])
        -> String
    {
        var out = "<figure><figcaption><b>\(escaped(title))</b> <span class=\"note\">\(escaped(note))</span>"
        if !legend.isEmpty {
            out += "<span class=\"legend\">"
            for (style, name) in legend { out += "<span><i class=\"\(style)\"></i>\(escaped(name))</span>" }
            out += "</span>"
        }
        return out + "</figcaption>" + drawings.joined() + "</figure>"
    }
}
