import Rules

extension Packer {
    mutating func put(_ occurrence: Occurrence) {
        put(occurrence.trigger.rawValue)
        put(occurrence.timer?.rule)
        put(occurrence.timer?.index)
        for path in Occurrence.texts { put(occurrence[keyPath: path]) }
        for path in Occurrence.flags { put(occurrence[keyPath: path]) }
        put(occurrence.parts)
        put(occurrence.size)
        put(occurrence.options) { $0.put($1) }
        put(occurrence.command)
        put(occurrence.frame)
    }

    mutating func put(_ option: Occurrence.Option) {
        put(option.id)
        put(option.label)
        put(option.style)
    }

    mutating func put(_ command: Occurrence.CommandField) {
        switch command {
        case .absent: put(UInt8(0))
        case .text(let text):
            put(UInt8(1))
            put(text)
        case .malformed: put(UInt8(2))
        }
    }
}

extension Unpacker {
    mutating func occurrence() throws(PackingFault) -> Occurrence {
        guard let trigger = Trigger(rawValue: try text()) else { throw PackingFault() }
        var occurrence = Occurrence(trigger)
        let rule = try intIfAny()
        let index = try intIfAny()
        if let rule, let index { occurrence.timer = (rule: rule, index: index) }
        for path in Occurrence.texts { occurrence[keyPath: path] = try textIfAny() }
        for path in Occurrence.flags { occurrence[keyPath: path] = try flagIfAny() }
        occurrence.parts = try intIfAny()
        occurrence.size = try intIfAny()
        occurrence.options = try list { (u: inout Unpacker) throws(PackingFault) in try u.option() }
        occurrence.command = try command()
        occurrence.frame = try data()
        return occurrence
    }

    mutating func option() throws(PackingFault) -> Occurrence.Option {
        Occurrence.Option(id: try text(), label: try text(), style: try textIfAny())
    }

    mutating func command() throws(PackingFault) -> Occurrence.CommandField {
        switch try byte() {
        case 0: .absent
        case 1: .text(try text())
        case 2: .malformed
        default: throw PackingFault()
        }
    }
}

extension Occurrence {
    fileprivate static var texts: [WritableKeyPath<Occurrence, String?>] {
        [
            \.id, \.text, \.caption, \.filename, \.mime, \.label, \.code, \.state, \.url, \.t, \.kind, \.reason, \.of,
            \.option, \.error,
        ]
    }

    fileprivate static var flags: [WritableKeyPath<Occurrence, Bool?>] {
        [\.again, \.final, \.fatal, \.expired, \.clean, \.ok]
    }
}
