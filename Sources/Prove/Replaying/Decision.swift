import JSON
import Rules
import Time

/// One thing that a bot sent, then and now.
public struct Decision: Sendable, Equatable {
    public enum Difference: String, Sendable, Equatable, CaseIterable {
        case same, changed, added, missing
    }
    public var difference: Difference
    /// When it was sent then; of an added one, when it would be sent now.
    public var time: WallTime
    /// The line of the recording: of what was sent, else of what came in before.
    public var line: Int
    /// What came in last before it, as JSON.
    public var after: String?
    /// As JSON, without what may differ though the decision is the same.
    public var then: String?
    public var now: String?
}

/// Something sent, then or now.
struct Said {
    /// The frame's id of its own, how far it has grown, and bodies aside.
    let json: String
    /// What it is about: two that are about the same are one decision that changed.
    let subject: String
    let time: WallTime
    let line: Int
    let after: String?

    init(_ frame: [UInt8], time: WallTime, line: Int, after: String?) {
        let root = LocatedTree.parse(frame).root
        json = Self.decision(frame, root)
        subject = (root?["t"]?.text ?? "") + " " + (root?["prompt_id"]?.text ?? "")
        self.time = time
        self.line = line
        self.after = after
    }

    private static func decision(_ frame: [UInt8], _ root: Node?) -> String {
        guard let root, case .object(let members) = root.kind else { return String(decoding: frame, as: UTF8.self) }
        return JSONWriter.text { json in
            json.object { json in
                for member in members where !["id", "edit", "token"].contains(member.key) {
                    json.key(member.key)
                    if member.key == "data", let size = size(of: member.value) {
                        json.string("\(size) bytes")
                    } else {
                        json.node(member.value, in: frame)
                    }
                }
            }
        }
    }

    /// Raw bytes of a body, in base64 or by reference.
    private static func size(of node: Node) -> Int? {
        if let text = node.text { return Base64.decodedCount(text.utf8.span) }
        return node["size"]?.count
    }
}

/// Sets what was sent then beside what would be sent now.
enum DecisionDifferences {
    /// How far apart in time two may be that are the same in another order, or one that changed.
    static let near = Interval.seconds(10)
    /// The same where they answer different frames.
    static let close = Interval.seconds(1)

    /// What stands in both in the same order is the same. Of the others, those that are equal and near in time only come
    /// in another order, which is no difference; those about the same are one that changed.
    static func find(_ then: [Said], _ now: [Said]) -> [Decision] {
        var gone: [Int] = []
        var new: [Int] = []
        for change in now.map(\.json).difference(from: then.map(\.json)) {
            switch change {
            case .remove(let offset, _, _): gone.append(offset)
            case .insert(let offset, _, _): new.append(offset)
            }
        }
        gone.sort()
        new.sort()
        let kept = zip(
            then.indices.filter { !Set(gone).contains($0) }, now.indices.filter { !Set(new).contains($0) })
        var decisions = kept.map { decision(.same, then[$0], now[$1]) }
        pair(&gone, &new, then, now, { $0.json == $1.json }) { decisions.append(decision(.same, $0, $1)) }
        pair(&gone, &new, then, now, { $0.subject == $1.subject && $0.after == $1.after }) {
            decisions.append(decision(.changed, $0, $1))
        }
        pair(
            &gone, &new, then, now,
            { $0.subject == $1.subject && $0.time < $1.time + close && $1.time < $0.time + close }
        ) {
            decisions.append(decision(.changed, $0, $1))
        }
        decisions += gone.map { decision(.missing, then[$0], nil) }
        decisions += new.map { decision(.added, nil, now[$0]) }
        return decisions.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }

    private static func pair(
        _ gone: inout [Int], _ new: inout [Int], _ then: [Said], _ now: [Said], _ isOne: (Said, Said) -> Bool,
        _ found: (Said, Said) -> Void
    ) {
        var left: [Int] = []
        var first = 0
        for old in gone {
            // Both are in order of time: what is too far back for this one is for all that follow.
            while first < new.count, now[new[first]].time + near < then[old].time { first += 1 }
            var index = first
            var match: Int?
            while index < new.count, match == nil, now[new[index]].time <= then[old].time + near {
                if isOne(then[old], now[new[index]]) { match = index }
                index += 1
            }
            guard let match else {
                left.append(old)
                continue
            }
            found(then[old], now[new[match]])
            new.remove(at: match)
        }
        gone = left
    }

    private static func decision(_ difference: Decision.Difference, _ then: Said?, _ now: Said?) -> Decision {
        let known = then ?? now
        return Decision(
            difference: difference, time: known?.time ?? WallTime(milliseconds: 0), line: known?.line ?? 0,
            after: known?.after, then: then?.json, now: now?.json)
    }
}
