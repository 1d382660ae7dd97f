/// One field of a cron schedule, as a set of numbers.
struct CronField: Sendable, Hashable {
    private var bits: UInt64 = 0
    /// It does not begin with `*`.
    var isRestricted = true

    func contains(_ number: Int) -> Bool { bits >> UInt64(number) & 1 == 1 }

    mutating func insert(_ number: Int) { bits |= 1 << UInt64(number) }

    /// A piece of a schedule's text, with its place in it.
    struct Piece {
        var text: String
        /// Byte offsets into the schedule's text.
        var range: Range<Int>

        /// The parts between the separators, the empty ones too.
        func split(_ separator: UInt8) -> [Piece] {
            let bytes = Array(text.utf8)
            var pieces: [Piece] = []
            var start = 0
            for index in 0...bytes.count where index == bytes.count || bytes[index] == separator {
                let text = String(decoding: bytes[start..<index], as: UTF8.self)
                pieces.append(Piece(text: text, range: (range.lowerBound + start)..<(range.lowerBound + index)))
                start = index + 1
            }
            return pieces
        }
    }

    /// The five fields, which stand between blanks and tabs.
    static func split(_ text: String) throws(CronFault) -> [Piece] {
        let whole = Piece(text: text, range: 0..<text.utf8.count)
        let fields = whole.split(UInt8(ascii: " ")).flatMap { $0.split(UInt8(ascii: "\t")) }.filter { !$0.text.isEmpty }
        guard fields.count == 5 else {
            throw CronFault(.fieldCount(fields.count), field: nil, range: whole.range, found: text)
        }
        return fields
    }

    init(_ piece: Piece, _ kind: CronFault.Field) throws(CronFault) {
        isRestricted = piece.text.utf8.first != UInt8(ascii: "*")
        for part in piece.split(UInt8(ascii: ",")) {
            let halves = part.split(UInt8(ascii: "/"))
            var step = 1
            if halves.count > 1 {
                guard halves.count == 2, let number = Self.number(halves[1].text), number > 0 else {
                    throw CronFault(.badStep, field: kind, range: part.range, found: part.text)
                }
                step = number
            }
            let span = try Self.span(halves[0], kind)
            guard halves.count == 1 || halves[0].text == "*" || halves[0].text.utf8.contains(UInt8(ascii: "-")) else {
                throw CronFault(.stepWithoutRange, field: kind, range: part.range, found: part.text)
            }
            for number in stride(from: span.lowerBound, through: span.upperBound, by: step) { insert(number) }
        }
    }

    /// `*`, one value, or a range.
    private static func span(_ piece: Piece, _ kind: CronFault.Field) throws(CronFault) -> ClosedRange<Int> {
        if piece.text == "*" { return kind.allowed.lowerBound...(kind == .weekday ? 6 : kind.allowed.upperBound) }
        let ends = piece.split(UInt8(ascii: "-"))
        guard ends.count <= 2 else { throw CronFault(.badValue, field: kind, range: piece.range, found: piece.text) }
        let first = try value(ends[0], kind)
        guard ends.count == 2 else { return first...first }
        var last = try value(ends[1], kind)
        // A week may be said to end on Sunday: `fri-sun`.
        if kind == .weekday, last == 0, first > 0 { last = 7 }
        guard first <= last else { throw CronFault(.backwardRange, field: kind, range: piece.range, found: piece.text) }
        return first...last
    }

    private static func value(_ piece: Piece, _ kind: CronFault.Field) throws(CronFault) -> Int {
        if let number = number(piece.text) {
            guard kind.allowed.contains(number) else {
                throw CronFault(.outOfRange, field: kind, range: piece.range, found: piece.text)
            }
            return number
        }
        guard let index = kind.names.firstIndex(of: piece.text.lowercased()) else {
            throw CronFault(.badValue, field: kind, range: piece.range, found: piece.text)
        }
        return index + kind.allowed.lowerBound
    }

    /// One to four ASCII digits.
    private static func number(_ text: String) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
