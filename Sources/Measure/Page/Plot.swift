/// A frame with two axes, and what is drawn in it, as inline SVG. Colours are classes, so that the page's style decides them.
struct Plot {
    /// In the units of the drawing; a text is 11 of them high. A page has each plot twice, wide and for a phone.
    struct Size {
        let name: String
        let width: Double
        let height: Double
        /// Marks on the horizontal axis, about.
        let ticks: Int

        static let wide = Size(name: "wide", width: 540, height: 250, ticks: 7)
        static let narrow = Size(name: "narrow", width: 350, height: 220, ticks: 4)
    }

    struct Point {
        let x: Double
        let y: Double
    }

    private let size: Size
    private let x: Axis
    private let y: Axis
    private let left = 52.0
    private let right = 8.0
    private let top = 16.0
    private let bottom = 26.0
    private var shapes = ""
    private var hovers = ""

    init(_ size: Size, x: Axis, y: Axis) {
        self.size = size
        self.x = x
        self.y = y
    }

    private func across(_ value: Double) -> Double { left + x.position(value) * (size.width - left - right) }
    private func down(_ value: Double) -> Double {
        size.height - bottom - y.position(value) * (size.height - top - bottom)
    }

    private func pair(_ point: Point) -> String {
        "\(across(point.x).text(digits: 1)) \(down(point.y).text(digits: 1))"
    }

    // MARK: Layers, the lowest first

    /// A stretch of the horizontal axis with a name.
    mutating func band(_ name: String, from: Double, to: Double, isDark: Bool) {
        let (start, end) = (across(from), across(to))
        guard end > start else { return }
        if isDark {
            shapes += rectangle("band", start, top, end - start, size.height - top - bottom)
        }
        // Only where the name fits: six units a character.
        if end - start > Double(name.count) * 6 + 8 {
            shapes += text(name, (start + end) / 2, top - 5, "middle", "stage")
        }
    }

    /// Lines through points; nil breaks the line. A single point between two breaks is drawn as a dot.
    mutating func line(_ points: [Point?], _ style: String) {
        var path = ""
        for run in points.split(whereSeparator: { $0 == nil }) {
            let run = run.compactMap(\.self)
            if run.count == 1 {
                shapes +=
                    "<circle class=\"dot \(style)\" cx=\"\(across(run[0].x).text(digits: 1))\" "
                    + "cy=\"\(down(run[0].y).text(digits: 1))\" r=\"1.6\"/>"
            } else {
                path += "M" + run.map(pair).joined(separator: "L")
            }
        }
        if !path.isEmpty { shapes += "<path class=\"line \(style)\" d=\"\(path)\"/>" }
    }

    /// The area between two lines with the same horizontal values.
    mutating func area(_ upper: [Point], _ lower: [Point], _ style: String) {
        guard upper.count > 1 else { return }
        let outline = (upper + lower.reversed()).map(pair).joined(separator: "L")
        shapes += "<path class=\"area \(style)\" d=\"M\(outline)Z\"/>"
    }

    mutating func bar(from: Double, to: Double, height: Double, _ style: String, title: String) {
        let (start, end) = (across(from), across(to))
        let peak = down(height)
        shapes +=
            "<rect class=\"\(style)\" \(frame(start, peak, Swift.max(end - start - 0.5, 0.5), size.height - bottom - peak))>"
        shapes += "<title>\(HTML.escaped(title))</title></rect>"
    }

    /// A horizontal line with its name.
    mutating func limit(_ value: Double, _ name: String) {
        let height = down(value).text(digits: 1)
        shapes += "<path class=\"limit\" d=\"M\(left) \(height)H\(size.width - right)\"/>"
        shapes += text(name, size.width - right - 2, down(value) - 4, "end", "limit-name")
    }

    /// A vertical line with its name at the top.
    mutating func mark(_ value: Double, _ name: String, _ style: String) {
        let place = across(value)
        shapes += "<path class=\"mark \(style)\" d=\"M\(place.text(digits: 1)) \(top)V\(size.height - bottom)\"/>"
        let isAtEnd = place > size.width - 60
        shapes += text(name, isAtEnd ? place - 3 : place + 3, top + 8, isAtEnd ? "end" : "start", "mark-name")
    }

    /// What is shown where the pointer rests, between two horizontal values.
    mutating func hover(from: Double, to: Double, _ title: String) {
        let (start, end) = (across(from), across(to))
        hovers += "<rect class=\"hover\" \(frame(start, top, Swift.max(end - start, 0.5), size.height - top - bottom))>"
        hovers += "<title>\(HTML.escaped(title))</title></rect>"
    }

    // MARK: The drawing

    /// - Parameter label: what the plot shows, for those who do not see it.
    func svg(label: String) -> String {
        var svg =
            "<svg class=\"\(size.name)\" viewBox=\"0 0 \(size.width.text(digits: 0)) \(size.height.text(digits: 0))\" "
        svg += "role=\"img\" aria-label=\"\(HTML.escaped(label))\">"
        let floor = size.height - bottom
        for tick in y.ticks {
            let height = down(tick.value)
            svg += "<path class=\"grid\" d=\"M\(left) \(height.text(digits: 1))H\(size.width - right)\"/>"
            svg += text(tick.label, left - 6, height + 4, "end", "tick")
        }
        for tick in x.ticks {
            let place = across(tick.value)
            svg += "<path class=\"tick-mark\" d=\"M\(place.text(digits: 1)) \(floor)v4\"/>"
            svg += text(tick.label, place, floor + 16, place > size.width - 24 ? "end" : "middle", "tick")
        }
        svg += shapes
        svg += "<path class=\"axis\" d=\"M\(left) \(floor)H\(size.width - right)\"/>"
        return svg + hovers + "</svg>"
    }

    private func text(_ text: String, _ x: Double, _ y: Double, _ anchor: String, _ style: String) -> String {
        "<text class=\"\(style)\" x=\"\(x.text(digits: 1))\" y=\"\(y.text(digits: 1))\" text-anchor=\"\(anchor)\">"
            + HTML.escaped(text) + "</text>"
    }

    private func rectangle(_ style: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
        "<rect class=\"\(style)\" \(frame(x, y, width, height))/>"
    }

    private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
        "x=\"\(x.text(digits: 1))\" y=\"\(y.text(digits: 1))\" width=\"\(width.text(digits: 1))\" "
            + "height=\"\(Swift.max(height, 0).text(digits: 1))\""
    }
}
