/// Why a text is no cron schedule, and where.
public struct CronFault: Error, Hashable, Sendable {
    public enum Code: Hashable, Sendable {
        /// Not five fields, but so many.
        case fieldCount(Int)
        /// No number, and no name that the field knows.
        case badValue
        case outOfRange
        /// A range that ends before it begins.
        case backwardRange
        /// Behind a `/` stands no number above 0.
        case badStep
        /// A step of one value, such as `5/10`, which crons read in different ways.
        case stepWithoutRange
        /// Days that none of the months has, such as 30 February.
        case never
    }

    public enum Field: String, Hashable, Sendable, CaseIterable {
        case minute, hour
        case day = "day of month"
        case month
        case weekday = "day of week"

        var allowed: ClosedRange<Int> {
            switch self {
            case .minute: 0...59
            case .hour: 0...23
            case .day: 1...31
            case .month: 1...12
            case .weekday: 0...7
            }
        }

        /// In lower case, from the least allowed number on.
        var names: [String] {
            switch self {
            case .month: CalendarNames.months.map { $0.prefix(3).lowercased() }
            case .weekday: CalendarNames.weekdays.map { $0.prefix(3).lowercased() }
            default: []
            }
        }
    }

    public var code: Code
    /// The field at fault; nil if it is the whole.
    public var field: Field?
    /// Byte offsets into the schedule's text.
    public var range: Range<Int>
    /// What stands there.
    public var found: String

    init(_ code: Code, field: Field?, range: Range<Int>, found: String) {
        self.code = code
        self.field = field
        self.range = range
        self.found = found
    }
}

extension CronFault: CustomStringConvertible {
    public var description: String {
        let name = field?.rawValue ?? "schedule"
        switch code {
        case .fieldCount(let count):
            return "a schedule has five fields (minute, hour, day of month, month, day of week), not \(count)"
        case .badValue:
            return "\"\(found)\" is no \(name)"
        case .outOfRange:
            let allowed = field?.allowed ?? 0...0
            return "\"\(found)\" is no \(name): they go from \(allowed.lowerBound) to \(allowed.upperBound)"
        case .backwardRange:
            return "the range \"\(found)\" of the \(name) ends before it begins"
        case .badStep:
            return "the step in \"\(found)\" of the \(name) is no number above 0"
        case .stepWithoutRange:
            let last = (field?.allowed ?? 0...59).upperBound
            let start = found.prefix { $0 != "/" }
            return "a step needs a range: \"\(start)-\(last)\(found.dropFirst(start.count))\", not \"\(found)\""
        case .never:
            return "no month of this schedule has a day \(found)"
        }
    }
}
