import Bot
import CSystem
import Drive
import Glibc
import JSON
import Rules
import Store
import Synchronization
import Time

// `talaria audit --resume`: a person has looked at why a gateway applied another option than the one that was sent, and
// lets approvals go on. It is in the log before it counts, and it needs the state folder to itself: a bot that runs holds
// the pause in its own memory.

/// Ends the pauses of the bots of a state folder.
public struct AuditResume {
    /// One pause that was ended.
    public struct Ended: Sendable, Equatable {
        public var bot: String
        /// Why it was.
        public var reason: String
    }

    private let folders: AuditFolders

    /// - Throws: `noInput` if the folder holds no log.
    public init(state: String) throws(ExitFault) { folders = try AuditFolders(state) }

    /// - Throws: `cannotWrite` if a bot runs on one of the folders; `failed` if a chain is broken. Pauses of folders before
    ///   it are ended then.
    public func perform() throws(ExitFault) -> [Ended] {
        var ended: [Ended] = []
        for folder in folders.paths { ended += try perform(in: folder) }
        return ended
    }

    private func perform(in path: String) throws(ExitFault) -> [Ended] {
        do throws(StateFault) {
            let folder = try StateFolder.open(path)
            defer { withExtendedLifetime(folder) {} }
            let log = try AuditLog.open(AuditFolders.log(in: path))
            let store = try Store.open(path + "/talaria.db")
            let outcome = Outcome()
            var ended: [Ended] = []
            for bot in try store.bots() {
                guard let kept = try store.load(bot: bot).first(where: { $0.key == KeptPause.key }),
                    let pause = KeptPause(kept.value)
                else { continue }
                let now = WallTime(milliseconds: system_wall())
                _ = try log.append(Self.record(bot: bot, pause, at: now))
                store.commit(bot: bot, [.init(key: KeptPause.key, value: pause.resumed)], at: now) { outcome.set($0) }
                ended.append(Ended(bot: bot, reason: pause.reason))
            }
            // It waits until all is written.
            store.close()
            if let fault = outcome.fault { throw fault }
            return ended
        } catch {
            switch error.code {
            case .locked:
                throw ExitFault(
                    .cannotWrite, "a bot is running on \(path): its pause is in its memory",
                    hint: "stop the bot, end the pause, and start it again")
            case .broken: throw ExitFault(.failed, "\(error)", hint: "talaria audit \(path)")
            default: throw ExitFault.cannotKeep(error, in: path)
            }
        }
    }

    private static func record(bot: String, _ pause: KeptPause, at time: WallTime) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { json in
            json.object { json in
                json.member("time", time.iso8601)
                json.member("bot", bot)
                json.member("stage", AuditRecord.Stage.resumed.rawValue)
                json.member("uid", "\(getuid())")
                json.member("reason", pause.reason)
            }
        }
        return bytes
    }

    /// What the store's thread said.
    private final class Outcome: Sendable {
        private let said = Mutex<StateFault?>(nil)
        func set(_ fault: StateFault?) { said.withLock { $0 = $0 ?? fault } }
        var fault: StateFault? { said.withLock { $0 } }
    }
}

extension [AuditResume.Ended] {
    /// A line a pause, for people.
    public var text: String {
        if isEmpty { return "approvals do not pause: there is nothing to end\n" }
        return map { "approvals of \(visible($0.bot)) go on; they paused because \(visible($0.reason))\n" }.joined()
    }

    /// One JSON object.
    public var json: String {
        JSONWriter.text { json in
            json.object { json in
                json.key("resumed")
                json.array { json in
                    for pause in self {
                        json.object { json in
                            json.member("bot", pause.bot)
                            json.member("reason", pause.reason)
                        }
                    }
                }
            }
        } + "\n"
    }
}
