import JSON

extension BotReader {
    /// The zone that a value names, noted for the driver, which has its data read.
    mutating func zoneName(_ node: Node?) -> String? {
        guard let zone = node?.text else { return nil }
        name(zone: zone)
        return zone
    }

    mutating func name(zone: String) {
        if !file.zoneNames.contains(zone) { file.zoneNames.append(zone) }
    }
}
