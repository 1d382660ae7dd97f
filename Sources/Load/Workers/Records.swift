import Drive
import JSON
import Measure
import Time

// What a worker tells over its pipe: records of a kind, a length and that many bytes.

/// One message of a worker to its parent.
enum WorkerRecord {
    /// It has read everything, and waits for the start.
    case ready
    /// A second of its devices.
    case second(SeriesPoint)
    /// All that it measured; it ends now.
    case end(RunRecord)
    /// It cannot go on.
    case fault(ExitFault)

    /// Appends the record as it goes over the pipe.
    func write(into bytes: inout [UInt8]) {
        let payload: [UInt8]
        let kind: UInt8
        switch self {
        case .ready: (kind, payload) = (UInt8(ascii: "R"), [])
        case .second(let point): (kind, payload) = (UInt8(ascii: "S"), point.json)
        case .end(let record): (kind, payload) = (UInt8(ascii: "E"), record.json)
        case .fault(let fault):
            kind = UInt8(ascii: "F")
            payload = Array(
                JSONWriter.text { writer in
                    writer.object {
                        $0.member("code", Int(fault.code.rawValue))
                        $0.member("message", fault.message)
                        $0.member("hint", ifPresent: fault.hint)
                    }
                }.utf8)
        }
        bytes.append(kind)
        for shift in stride(from: 24, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
        }
        bytes += payload
    }
}

/// Takes records out of the bytes of a pipe, however they were cut.
struct RecordReader {
    private var bytes: [UInt8] = []
    private static let longest = 256 << 20

    mutating func add(_ more: some Collection<UInt8>) { bytes += more }

    enum Next {
        case record(WorkerRecord)
        case more
        /// What came is no record.
        case broken
    }

    mutating func next() -> Next {
        guard bytes.count >= 5 else { return .more }
        let length = bytes[1...4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.longest else { return .broken }
        guard bytes.count >= 5 + length else { return .more }
        let kind = bytes[0]
        let payload = Array(bytes[5..<(5 + length)])
        bytes.removeFirst(5 + length)
        switch kind {
        case UInt8(ascii: "R"): return .record(.ready)
        case UInt8(ascii: "S"):
            guard let point = try? SeriesPoint(json: payload) else { return .broken }
            return .record(.second(point))
        case UInt8(ascii: "E"):
            guard let record = try? RunRecord(json: payload) else { return .broken }
            return .record(.end(record))
        case UInt8(ascii: "F"): return .record(.fault(RecordReader.fault(payload)))
        default: return .broken
        }
    }

    private static func fault(_ payload: [UInt8]) -> ExitFault {
        var code = ExitCode.fault
        var message = "a worker failed"
        var hint: String?
        for member in LocatedTree.parse(payload).root?.members ?? [] {
            switch (member.key, member.value.kind) {
            case ("code", .number(let number)): code = Int32(exactly: number).flatMap(ExitCode.init) ?? code
            case ("message", .string(let text)): message = text
            case ("hint", .string(let text)): hint = text
            default: break
            }
        }
        return ExitFault(code, message, hint: hint)
    }
}

/// What a parent tells its worker, a line each.
enum WorkerOrder: Equatable {
    /// Begin at that instant of the machine's monotonic clock.
    case start(Instant)
    /// All devices of all workers say so much from now on.
    case rate(Rate)
    case stop

    var line: String {
        switch self {
        case .start(let instant): "start \(instant.nanoseconds)\n"
        case .rate(let rate): "rate \(rate.perSecond)\n"
        case .stop: "stop\n"
        }
    }

    init?(line: Substring) {
        let words = line.split(separator: " ")
        switch (words.first, words.dropFirst().first) {
        case ("start", let text?):
            guard let number = Int64(text) else { return nil }
            self = .start(Instant(nanoseconds: number))
        case ("rate", let text?):
            guard let number = Double(text), let rate = Rate(count: number) else { return nil }
            self = .rate(rate)
        case ("stop", nil): self = .stop
        default: return nil
        }
    }
}
