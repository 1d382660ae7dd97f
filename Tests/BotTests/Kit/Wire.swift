import Hermes
import Rules
import Testing
import Time

@testable import Bot

/// A device's bot and a gateway's, wired together in memory: what one sends the other receives, after a while.
struct Wire {
    var device: Stage
    var gateway: Stage
    /// Frames that the device has been sent and shows, in order.
    var toDevice: [String] = []
    var toGateway: [String] = []
    /// Whether there is a connection.
    var isUp = false
    var files: [String: [UInt8]] = [:]

    init(device: String, gateway: String, seed: UInt64 = 7, keeps: Bool = false) throws {
        self.device = try Stage(device, seed: seed, keeps: keeps)
        self.gateway = try Stage(gateway, role: .gateway, seed: seed &+ 1, keeps: keeps)
    }

    mutating func begin() {
        gateway.tell(.start)
        device.tell(.start)
        settle()
    }

    /// Carries everything until nothing is under way.
    mutating func settle() {
        var rounds = 0
        while rounds < 1_000 {
            let out = device.look()
            let back = gateway.look()
            if out.isEmpty, back.isEmpty, !isUp || device.marks.isEmpty && gateway.marks.isEmpty { return }
            for line in out { carry(line, fromDevice: true) }
            for line in back { carry(line, fromDevice: false) }
            if isUp {
                device.acknowledge()
                gateway.acknowledge()
            }
            rounds += 1
        }
        Issue.record("the two never come to rest")
    }

    private mutating func carry(_ line: String, fromDevice: Bool) {
        if line == "connect" {
            isUp = true
            device.tell(.opened(token: nil))
            gateway.tell(.opened(token: nil))
        } else if line.hasPrefix("{") {
            guard isUp else { return }
            if fromDevice {
                toGateway.append(line)
                gateway.receive(line)
            } else {
                toDevice.append(line)
                device.receive(line)
            }
        } else if line.hasPrefix("close") {
            let ending = Ending.close(code: UInt16(line.split(separator: " ")[1]) ?? 1005, reason: "")
            if fromDevice { gateway.tell(.closed(ending)) } else { device.tell(.closed(ending)) }
            isUp = false
        }
    }

    /// The connection breaks: what is on its way is lost.
    mutating func cut() {
        guard isUp else { return }
        isUp = false
        _ = device.frames()
        _ = gateway.frames()
        device.marks = []
        gateway.marks = []
        device.tell(.closed(.failed(reason: "cut")))
        gateway.tell(.closed(.failed(reason: "cut")))
    }

    mutating func advance(_ interval: Interval) {
        let end = device.now.instant + interval
        var wakes = 0
        while device.now.instant < end {
            wakes += 1
            if wakes > 20_000 {
                Issue.record(
                    "a deadline does not move: \(device.bot.deadline as Any) \(gateway.bot.deadline as Any) at \(device.now)"
                )
                return
            }
            let next = [device.bot.deadline, gateway.bot.deadline, end].compactMap { $0 }.min()!
            let step = max(.zero, min(next, end) - device.now.instant)
            device.pass(step)
            gateway.pass(step)
            device.tell(.wake)
            gateway.tell(.wake)
            settle()
            if step == .zero, next >= end { break }
        }
    }

    mutating func receiveText(_ text: String) {
        device.tell(.say(text))
        settle()
    }

    /// The final texts of messages that the device was shown, by id, in the order of their ids.
    var shown: [String] {
        var order: [String] = []
        var texts: [String: String] = [:]
        for line in toDevice {
            let frame = Frame(line)
            guard frame.text("t") == "message", let id = frame.text("id"), let text = frame.text("text") else {
                continue
            }
            if texts[id] == nil { order.append(id) }
            texts[id] = text
        }
        return order.map { texts[$0]! }
    }
}
