import JSON

// A point as one line of JSON: what a worker process tells its parent each second. It has the form of a series of one point.

extension SeriesPoint {
    /// One line, without its line break.
    public var json: [UInt8] {
        var series = Series()
        var first = self
        first.second = 0
        series.append(first)
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { out in
            out.object { out in
                out.member("second", second)
                out.key("series")
                series.write(to: &out)
            }
        }
        return bytes
    }

    /// Reads such a line.
    public init(json bytes: [UInt8]) throws(RecordFault) {
        let tree = LocatedTree.parse(bytes)
        let lines = LineMap(bytes)
        guard tree.faults.isEmpty, let root = tree.root else {
            throw RecordFault(
                code: .syntax, path: "", place: lines.place(of: tree.faults.first?.range.lowerBound ?? 0),
                message: tree.faults.first?.message ?? "there is no JSON value")
        }
        let node = RecordNode(node: root, path: "", lines: lines)
        let series = try node.member("series")
        guard var point = try Series(series).points.first else { throw series.fault(.value, "a point is due") }
        point.second = try node.member("second").count(atMost: Series.longest * Series.most)
        self = point
    }
}
