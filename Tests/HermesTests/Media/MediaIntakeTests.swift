import Hermes
import Testing
import Time

@Suite("Taking in media")
struct MediaIntakeTests {
    private let settings = MediaIntake.Settings(maxSize: 1000, quota: 1500, stalledAfter: .seconds(60))

    private func frame(_ id: String, _ part: Int, of parts: Int) -> MediaFrame {
        MediaFrame(
            head: MediaHead(id: id, kind: "image"), body: .data(Base64Field(range: 0..<0)), part: part, parts: parts)
    }

    private func at(_ seconds: Int64) -> Instant { .zero + .seconds(seconds) }

    @Test("a media of one part is complete at once")
    func single() {
        var intake = MediaIntake()
        let verdict = intake.take(frame("a", 0, of: 1), size: 10, now: at(0), settings: settings)
        #expect(verdict == .complete(began: true, parts: 1, size: 10))
        #expect(intake.isEmpty)
        #expect(intake.take(frame("a", 0, of: 1), size: 10, now: at(1), settings: settings) == .ended)
    }

    @Test("parts come in any order, some twice, and are complete when all are there")
    func anyOrder() {
        var intake = MediaIntake()
        func take(_ part: Int, _ size: Int) -> MediaIntake.Verdict {
            intake.take(frame("a", part, of: 3), size: size, now: at(0), settings: settings)
        }
        #expect(take(2, 5) == .keep(began: true))
        #expect(take(0, 7) == .keep(began: false))
        #expect(take(2, 5) == .duplicate)
        #expect(take(1, 1) == .complete(began: false, parts: 3, size: 13))
        #expect(take(1, 1) == .ended)
    }

    @Test("transfers do not mix")
    func several() {
        var intake = MediaIntake()
        #expect(intake.take(frame("a", 0, of: 2), size: 1, now: at(0), settings: settings) == .keep(began: true))
        #expect(intake.take(frame("b", 1, of: 2), size: 2, now: at(0), settings: settings) == .keep(began: true))
        #expect(
            intake.take(frame("b", 0, of: 2), size: 2, now: at(0), settings: settings)
                == .complete(began: false, parts: 2, size: 4))
        #expect(!intake.isEmpty)
        #expect(intake.disconnected() == ["a"])
        #expect(intake.isEmpty)
    }

    @Test(
        "a first part that cannot be is dropped, and what follows of it is let be",
        arguments: [
            (0, 0, 1, MediaIntake.Fault.badParts), (0, -1, 1, .badParts), (0, 65_537, 1, .badParts),
            (0, .max, 1, .badParts),
            (-1, 2, 1, .partOutOfRange), (2, 2, 1, .partOutOfRange), (.max, 2, 1, .partOutOfRange),
            (.min, 2, 1, .partOutOfRange),
            (0, 1, 1001, .tooLarge), (0, 2, 1001, .tooLarge),
        ])
    func badFirst(part: Int, parts: Int, size: Int, fault: MediaIntake.Fault) {
        var intake = MediaIntake()
        #expect(
            intake.take(frame("a", part, of: parts), size: size, now: at(0), settings: settings)
                == .drop(fault, held: false))
        #expect(intake.take(frame("a", 0, of: 2), size: 1, now: at(0), settings: settings) == .ended)
        #expect(intake.isEmpty)
    }

    @Test(
        "a later part that cannot be drops the whole transfer",
        arguments: [
            (1, 3, 1, MediaIntake.Fault.partsChanged), (2, 2, 1, .partOutOfRange), (-1, 2, 1, .partOutOfRange),
            (1, 2, 996, .tooLarge),
        ])
    func badLater(part: Int, parts: Int, size: Int, fault: MediaIntake.Fault) {
        var intake = MediaIntake()
        _ = intake.take(frame("a", 0, of: 2), size: 5, now: at(0), settings: settings)
        #expect(
            intake.take(frame("a", part, of: parts), size: size, now: at(0), settings: settings)
                == .drop(fault, held: true))
        #expect(intake.isEmpty)
    }

    @Test("all open transfers together stay within the quota")
    func quota() {
        var intake = MediaIntake()
        _ = intake.take(frame("a", 0, of: 2), size: 900, now: at(0), settings: settings)
        #expect(
            intake.take(frame("b", 0, of: 2), size: 601, now: at(0), settings: settings)
                == .drop(.overQuota, held: false))
        #expect(intake.take(frame("c", 0, of: 2), size: 600, now: at(0), settings: settings) == .keep(began: true))
        #expect(
            intake.take(frame("c", 1, of: 2), size: 1, now: at(0), settings: settings) == .drop(.overQuota, held: true))
    }

    @Test("there are at most so many transfers at a time")
    func many() {
        var intake = MediaIntake()
        for number in 0..<MediaIntake.mostTransfers {
            _ = intake.take(frame("f\(number)", 0, of: 2), size: 1, now: at(0), settings: settings)
        }
        #expect(
            intake.take(frame("one more", 0, of: 2), size: 1, now: at(0), settings: settings)
                == .drop(.tooManyTransfers, held: false))
    }

    @Test("a transfer for which nothing new comes is dropped, and may begin again")
    func stalled() {
        var intake = MediaIntake()
        #expect(intake.deadline(settings) == nil)
        _ = intake.take(frame("a", 0, of: 3), size: 1, now: at(0), settings: settings)
        _ = intake.take(frame("b", 0, of: 3), size: 1, now: at(10), settings: settings)
        _ = intake.take(frame("a", 1, of: 3), size: 1, now: at(20), settings: settings)
        // A duplicate is nothing new.
        _ = intake.take(frame("b", 0, of: 3), size: 1, now: at(30), settings: settings)
        #expect(intake.deadline(settings) == at(70))
        #expect(intake.tick(now: at(69), settings: settings).isEmpty)
        #expect(intake.tick(now: at(70), settings: settings) == ["b"])
        #expect(intake.deadline(settings) == at(80))
        #expect(intake.take(frame("b", 0, of: 3), size: 1, now: at(71), settings: settings) == .keep(began: true))
    }

    @Test("a part that cannot be decoded drops its transfer")
    func undecodable() {
        var intake = MediaIntake()
        _ = intake.take(frame("a", 0, of: 2), size: 1, now: at(0), settings: settings)
        #expect(intake.fail("a") == true)
        #expect(intake.fail("a") == false)
        #expect(intake.take(frame("a", 1, of: 2), size: 1, now: at(0), settings: settings) == .ended)
    }

    @Test("the most parts there may be cost little and are counted right")
    func mostParts() {
        var intake = MediaIntake()
        let parts = MediaIntake.mostParts
        for part in (1..<parts).reversed() {
            #expect(
                intake.take(frame("a", part, of: parts), size: 0, now: at(0), settings: settings)
                    == .keep(began: part == parts - 1))
        }
        #expect(
            intake.take(frame("a", 0, of: parts), size: 3, now: at(0), settings: settings)
                == .complete(began: false, parts: parts, size: 3))
    }
}
