import Time

extension TimeWindow {
    /// `from 09:00 to 17:00 on mon, fri in Europe/Lisbon`.
    var summary: String {
        let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let parts = [
            from.map { "from \(Self.clock($0))" }, to.map { "to \(Self.clock($0))" },
            days.isEmpty ? nil : "on " + days.sorted().map { names[$0 % 7] }.joined(separator: ", "),
            zone.map { "in \($0)" },
        ]
        let shown = parts.compactMap { $0 }.joined(separator: " ")
        return shown.isEmpty ? "any time" : shown
    }

    private static func clock(_ minute: Int) -> String {
        let (hours, minutes) = (minute / 60, minute % 60)
        return "\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    }

    func failure(_ circumstances: borrowing Circumstances, at place: Place) -> Failure {
        var failure = Failure(place: place, condition: "time", wanted: summary, saw: nil)
        failure.saw = clock(circumstances)
        guard let zone = circumstances.zones[zone] else { return failure }
        failure.change = opening(after: circumstances.now.wall, circumstances.zones).map {
            "wait until \($0.iso8601(in: zone))"
        }
        return failure
    }

    /// `09:00 on mon`, in its zone.
    func clock(_ circumstances: borrowing Circumstances) -> String? {
        guard let zone = circumstances.zones[zone] else { return "the zone is not known here" }
        let format = try? TimeFormat(parsing: "%H:%M on %a")
        return format.map { $0.text(of: circumstances.now.wall, in: zone).lowercased() }
    }

    /// The first whole minute in the next eight days at which the window is open.
    private func opening(after time: WallTime, _ zones: ZoneTable) -> WallTime? {
        var minute = WallTime(milliseconds: (time.milliseconds / 60_000 + 1) * 60_000)
        for _ in 0..<8 * 24 * 60 {
            if holds(at: minute, zones: zones) { return minute }
            minute = minute + .seconds(60)
        }
        return nil
    }
}
