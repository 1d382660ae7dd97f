import CSystem
import Drive
import Glibc
import Net
import Time

/// Runs a loop until it stops by itself, or by a signal: the first one calls `drain`, a second one ends at once, also
/// where the loop hangs.
/// - Parameters:
///   - grace: what is cleared up behind a second signal has so long.
///   - clear: called before a line is written, where something is drawn on the terminal.
public func live(
    _ loop: Loop, for time: Interval?, journal: Journal, grace: Interval = .milliseconds(500),
    clear: @escaping () -> Void = {}, drain: @escaping () -> Void,
    reload: @escaping () -> Void = {},
    status: @escaping () -> Void = {}
) throws(ExitFault) -> ExitCode? {
    var stopped: ExitCode?
    let stops = try StopSignals(loop: loop, grace: grace) { step, code in
        if step == .drain {
            clear()
            journal.log(.info, "stopping: what is under way may end; once more stops at once", at: loop.now.wall)
            drain()
        } else {
            stopped = code
            loop.stop()
        }
    }
    defer { stops.loopEnded() }
    let signals: Signals
    do {
        signals = try Signals([.hangup, .user1], loop: loop) { signal in
            switch signal {
            case .hangup: reload()
            case .user1: status()
            default: break
            }
        }
    } catch {
        throw ExitFault(.fault, error.text)
    }
    defer { signals.end() }
    if let time { loop.after(time) { _ in drain() } }
    loop.run()
    return stopped
}

/// The exit code of bots that have ended. One that a rule's `stop` chose itself ends the process here.
public func ownCode(_ code: Int32, _ journal: Journal) -> ExitCode {
    if let known = ExitCode(rawValue: code) { return known }
    journal.finish()
    exit(code)
}

/// A loop of this process, or why there is none.
public func newLoop() throws(ExitFault) -> Loop {
    DescriptorLimit.raise()
    do { return try Loop() } catch { throw ExitFault(.fault, error.text) }
}
