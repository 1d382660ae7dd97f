import Bot
import Measure
import Time

// What happens on purpose: devices that break off, that stop reading, that fall silent, that all speak at once.

extension Shard {
    func begin(_ drill: Drill) {
        drilled = devices.indices.filter { index in
            canSpeak(index) && (drill.share >= 1 || Double.random(in: 0..<1, using: &random) < drill.share)
        }
        switch drill.kind {
        case .reconnect:
            for index in drilled { breakOff(index) }
            drilled = []
        case .slowReaders:
            for index in drilled { if let connection = devices[index].connection { sockets.pauseReading(connection) } }
        case .halfOpen:
            for index in drilled {
                devices[index].isMuted = true
                if let connection = devices[index].connection { sockets.pauseReading(connection) }
            }
        case .promptFlood:
            let now = clock()
            for index in drilled { say(drill.text, index, planned: now) }
            drilled = []
        }
    }

    func endDrill() {
        let over = drilled
        drilled = []
        for index in over {
            if devices[index].isMuted {
                devices[index].isMuted = false
                breakOff(index)
                arm(index)
            } else if let connection = devices[index].connection {
                sockets.resumeReading(connection)
            }
        }
    }

    /// The connection breaks, as the device sees it.
    private func breakOff(_ index: Int) {
        guard let connection = devices[index].connection else { return }
        meter.close("drill")
        devices[index].connection = nil
        sockets.drop(connection)
        connectionEnded(index)
        tell(index, .closed(.failed(reason: "the connection broke")))
    }
}
