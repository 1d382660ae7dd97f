import JSON

/// A line for a terminal in pieces, so that it can be cut to a width before any colour is put in. Names and codes in it may come
/// from a file or a server: nothing in it but its own colours reaches the terminal as a command.
struct StyledLine {
    enum Style: String {
        case plain = ""
        case bold = "1"
        case dim = "2"
        case red = "31;1"
        case green = "32;1"
        case yellow = "33;1"
        case cyan = "36"
    }

    private var pieces: [(text: String, style: Style)] = []

    init() {}

    init(_ text: String, _ style: Style = .plain) { add(text, style) }

    mutating func add(_ text: String, _ style: Style = .plain) { pieces.append((visible(text), style)) }

    var width: Int { pieces.reduce(0) { $0 + $1.text.count } }

    /// - Parameter width: characters; what is longer ends with an ellipsis.
    func text(width: Int, colour: Bool) -> String {
        var room = Swift.max(width, 1)
        let isCut = self.width > room
        if isCut { room -= 1 }
        var line = ""
        for (text, style) in pieces where room > 0 {
            let text = String(text.prefix(room))
            room -= text.count
            line += colour && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
        }
        return isCut ? line + "…" : line
    }
}
