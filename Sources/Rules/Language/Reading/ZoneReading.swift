import JSON

extension BotReader {
    /// The zone that a value names, noted for the driver, which has its data read.
    mutating func zoneName(_ node: Node?) -> String? {
        guard let node, let zone = node.text else { return nil }
        name(zone: zone, at: node.range)
        return zone
    }

    mutating func name(zone: String, at range: Range<Int>) {
        guard BotLanguage.zone.check(zone) == nil else { return }
        if !file.zoneNames.contains(zone) { file.zoneNames.append(zone) }
        if !options.zoneExists(zone) {
            report(
                .badTime, range, "this machine knows no time zone \(quoted(zone))",
                hint: "a name of the tz database, such as \"Europe/Lisbon\"")
        }
    }
}
