import Bot
import JSON
import Rules
import Time

// One test: its steps in order, each met with what the bot has sent by then. Frames are taken from a queue, oldest first;
// what may go unnamed is passed over, anything else has to be named.

/// Why a test failed.
struct StepFault: Equatable {
    /// Of the step.
    var place: Place
    /// Its key, such as `expect`; `end` behind the last.
    var step: String
    var message: String
    /// Frames as JSON text: what was expected, and what was got.
    var expected: String?
    var got: [String] = []
    /// Where the two differ.
    var mismatch: Mismatch?
    /// When, in virtual time.
    var time: WallTime
}

struct TestRun {
    let test: TestCase
    let bot: VirtualBot
    /// For paths that steps name.
    let path: String

    /// Runs the steps until one fails.
    func run() -> StepFault? {
        bot.begin()
        var wasCheck = false
        for step in test.steps {
            let isCheck = step.action.isCheck
            if wasCheck, !isCheck { bot.diary.beginAct() }
            wasCheck = isCheck
            if let fault = failure(of: step) { return fault }
        }
        let end = Step(action: .reconnect, name: "end", place: test.steps.last?.place ?? test.place)
        return unnamed(at: end, "behind the last step")
    }

    private func failure(of step: Step) -> StepFault? {
        let fault = perform(step)
        // A bot that cannot go on is the reason for whatever came after it.
        if let reason = bot.fault { return self.fault(step, reason) }
        return fault
    }

    private func perform(_ step: Step) -> StepFault? {
        switch step.action {
        case .receive(let bytes): return receive(bytes, step)
        case .expect(let frames, let within): return expect(frames, within: within, step)
        case .expectNothing(let interval): return expectNothing(interval, step)
        case .advance(let interval): bot.advance(by: interval)
        case .variables(let values): return check(values, step)
        case .state(let state):
            let now = bot.bot.state(now: bot.now)
            if now != state { return fault(step, "the state is \(name(now)), not \(name(state))") }
        case .fetch(let answers):
            for (url, answer) in answers { bot.script.answer(url, with: resolved(answer)) }
        case .ai(let reply): bot.script.reply(with: reply)
        case .disconnect(let code):
            guard bot.isConnected else { return fault(step, "the bot is not connected\(why)") }
            bot.disconnect(code)
        case .reconnect: return reconnect(step)
        }
        return nil
    }

    private func name(_ state: String?) -> String { state.map { quoted($0) } ?? "none" }

    private func resolved(_ answer: ScriptedAnswer) -> ScriptedAnswer {
        guard case .file(let file, let status, let type) = answer else { return answer }
        return .file(RelativePath.resolve(file, from: path), status: status, type: type)
    }

    private func receive(_ bytes: [UInt8], _ step: Step) -> StepFault? {
        guard bot.isConnected else { return fault(step, "the bot is not connected\(why), so it can receive nothing") }
        let bytes = withPromptID(bytes)
        bot.diary.receive(bytes, at: step.place)
        bot.receive(bytes)
        return nil
    }

    /// `{{prompt.id}}` stands for the id of the prompt that the bot has shown last: a test cannot know it.
    private func withPromptID(_ bytes: [UInt8]) -> [UInt8] {
        guard let id = bot.lastPrompt else { return bytes }
        return Array(String(decoding: bytes, as: UTF8.self).replacing("{{prompt.id}}", with: id).utf8)
    }

    private func reconnect(_ step: Step) -> StepFault? {
        bot.raiseGateway()
        bot.advance(by: .hours(1)) { bot.isConnected || bot.failure != nil }
        return bot.isConnected ? nil : fault(step, "the bot did not connect again\(why)")
    }

    /// Why the bot has no connection, where that is known.
    private var why: String {
        if let code = bot.exitCode { return " (it has stopped with code \(code))" }
        return bot.failure.map { " (it has failed: \($0))" } ?? ""
    }

    private func check(_ values: [(name: String, value: ExpectedValue, place: Place)], _ step: Step) -> StepFault? {
        for (name, value, place) in values {
            guard let mismatch = value.mismatch(with: bot.bot.variable(name), at: name) else { continue }
            var fault = fault(step, "a variable is not as expected")
            fault.place = place
            fault.mismatch = mismatch
            return fault
        }
        return nil
    }

    // MARK: Frames

    private func expect(_ frames: [ExpectedFrame], within: Interval, _ step: Step) -> StepFault? {
        let end = bot.now.instant + within
        for frame in frames {
            while true {
                switch take(frame) {
                case .taken: break
                case .other(let got, let mismatch):
                    var fault = fault(step, "another frame came than the one expected")
                    fault.place = frame.place
                    fault.expected = frame.text
                    fault.got = [got]
                    fault.mismatch = mismatch
                    return fault
                case .none where bot.now.instant < end && bot.exitCode == nil && bot.fault == nil:
                    bot.advance(by: end - bot.now.instant) { !bot.outgoing.isEmpty }
                    continue
                case .none:
                    var fault = fault(step, "the expected frame did not come within \(within.text)\(why)")
                    fault.place = frame.place
                    fault.expected = frame.text
                    return fault
                }
                break
            }
        }
        return nil
    }

    private enum Taken {
        case taken
        /// One stands before it that no step names.
        case other(String, Mismatch)
        case none
    }

    /// Takes the first frame that is as expected out of the queue, with all before it that may go unnamed.
    private func take(_ expected: ExpectedFrame) -> Taken {
        for (index, frame) in bot.outgoing.enumerated() {
            let mismatch = expected.mismatch(with: LocatedTree.parse(frame.bytes).root)
            // Who does not say `"final": false` means the finished message.
            if mismatch == nil, !frame.isInterim || expected.wantsInterim {
                bot.outgoing.removeFirst(index + 1)
                return .taken
            }
            if let mismatch, !frame.mayGoUnnamed, !test.isLoose { return .other(shown(frame.bytes), mismatch) }
        }
        // What came before the frame that is waited for is never asked for again.
        bot.outgoing.removeAll(keepingCapacity: true)
        return .none
    }

    private func expectNothing(_ interval: Interval, _ step: Step) -> StepFault? {
        if let fault = unnamed(at: step, "before this step") { return fault }
        bot.outgoing = []
        bot.advance(by: interval) { bot.outgoing.contains { !$0.mayGoUnnamed } }
        let came = bot.outgoing.filter { !$0.mayGoUnnamed }
        guard !came.isEmpty else { return nil }
        var fault = fault(step, "nothing was to come for \(interval.text), and this came")
        fault.got = came.map { shown($0.bytes) }
        return fault
    }

    /// Frames that no step has named.
    private func unnamed(at step: Step, _ where: String) -> StepFault? {
        let left = test.isLoose ? [] : bot.outgoing.filter { !$0.mayGoUnnamed }
        guard !left.isEmpty else { return nil }
        let what = left.count == 1 ? "a frame that no step expects is" : "\(left.count) frames that no step expects are"
        var fault = fault(step, "\(what) left \(`where`)")
        fault.got = left.map { shown($0.bytes) }
        return fault
    }

    private func fault(_ step: Step, _ message: String) -> StepFault {
        StepFault(place: step.place, step: step.name, message: message, time: bot.now.wall)
    }

    /// A frame as text; long ones, such as media, cut.
    private func shown(_ bytes: [UInt8]) -> String {
        let text = visible(FrameText.withoutBodies(bytes))
        return text.count > 2000 ? text.prefix(1999) + "…" : text
    }
}
