import Time

extension Packer {
    mutating func put(_ due: Timers.Due, now: Now) {
        switch due {
        case .beat(let beat, let with):
            put(UInt8(0))
            put(beat, now: now)
            put(with, now: now)
        case .wall(let wall):
            put(UInt8(1))
            put(wall.milliseconds)
        }
    }
}

extension Unpacker {
    mutating func timerDue(now: Now) throws(PackingFault) -> Timers.Due {
        switch try byte() {
        case 0: .beat(try instant(now: now), with: try instant(now: now))
        case 1: .wall(WallTime(milliseconds: try signed()))
        default: throw PackingFault()
        }
    }
}
