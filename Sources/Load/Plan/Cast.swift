import Drive
import Files
import Rules

// A plan names files; a cast is what they hold. Whoever runs a plan, or checks it, has it cast first.

/// A plan with its bots and data read.
public struct Cast: Sendable {
    public var plan: LoadPlan
    /// In the plan's order, with the plan's `server` over their own.
    public var bots: [BotSource]
    public var rows: Rows?
    /// SHA-256 of the bytes of all files that it was read from, in hexadecimal.
    public private(set) var digest: String?
    /// The sum of the weights up to and with each bot.
    private let bounds: [Int]

    /// What the plan names, read already.
    init(_ plan: LoadPlan, bots: [BotSource], rows: Rows?) {
        self.plan = plan
        self.bots = bots
        self.rows = rows
        bounds = Cast.bounds(plan)
    }

    /// Reads what the plan names.
    /// - Throws: `noInput` or `badFile`, with the faults of a rule file printed.
    /// - Parameter bytes: of the plan's own file; empty: flags made it.
    public init(_ plan: LoadPlan, bytes: [UInt8] = [], paint: Paint) throws(ExitFault) {
        var bots: [BotSource] = []
        for bot in plan.bots {
            var source = try BotSource(path: bot.path, paint: paint)
            guard source.file.role == .device else {
                throw ExitFault(
                    .badFile, "\(bot.path) is of role gateway: it is no device",
                    hint: "talaria serve \(bot.path) is what devices connect to")
            }
            source.file.server = plan.server.applied(to: source.file.server)
            bots.append(source)
        }
        var rows: Rows?
        var data: [UInt8] = []
        if let path = plan.data {
            do throws(FileFault) { data = try wholeFile(path, atMost: 1 << 30) } catch {
                throw ExitFault(unreadable: error)
            }
            rows = try Cast.rows(data, path: path, devices: plan.devices)
        }
        self.init(plan, bots: bots, rows: rows)
        let hashes = [SHA256.hex(bytes) ?? ""] + bots.map(\.hash) + [SHA256.hex(data) ?? ""]
        digest = SHA256.hex(Array(hashes.joined(separator: "\n").utf8))
    }

    private static func bounds(_ plan: LoadPlan) -> [Int] {
        var sum = 0
        return plan.bots.map {
            sum += $0.weight
            return sum
        }
    }

    private static func rows(_ bytes: [UInt8], path: String, devices: Int) throws(ExitFault) -> Rows {
        let rows: Rows
        do throws(Rows.Fault) { rows = try Rows(bytes: bytes, path: path) } catch {
            throw ExitFault(.badFile, "\(error)")
        }
        guard rows.count >= devices else {
            throw ExitFault(
                .badFile, "\(path) has \(rows.count) rows, and the plan \(devices) devices",
                hint: "each device takes a row of its own")
        }
        do throws(Rows.Fault) { try rows.checkIDs(devices: devices) } catch { throw ExitFault(.badFile, "\(error)") }
        return rows
    }

    /// Which bot the device with that index plays: by weight, in turn.
    public func bot(of device: Int) -> Int {
        guard let sum = bounds.last, sum > 0 else { return 0 }
        let place = device % sum
        return bounds.firstIndex { place < $0 } ?? 0
    }

    /// The names that tell the bots apart in reports.
    public var tags: [String] { bots.map(\.file.name) }
}
