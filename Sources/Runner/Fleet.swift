import Address
import Bot
import CSystem
import Drive
import Files
import Hermes
import Media
import Net
import Rules
import Store
import Time

/// The bots of one process, each a device of its own, on one loop. It runs until the last of them has ended.
public final class Fleet {
    let settings: RunSettings
    let loop: Loop
    let journal: Journal
    var members: [Member] = []
    private(set) var stage: Stage!
    private let worker = Worker()
    private let recording: RecordingFile?
    /// Told what the rules made of each event; nil: that is worked out only where the log shows it.
    var onTrace: ((Trace) -> Void)?
    /// Told what an action of a rule (by index) did.
    var onAction: ((Int, ActionTrace) -> Void)?
    private var stopping = false
    private var isOver = false

    /// Reads the rule files and opens the state folders; nothing connects yet.
    /// - Parameter fallback: the server of bots whose files name none, and which `--url` does not name.
    public init(
        _ settings: RunSettings, sources: [BotSource], fallback: String?, loop: Loop, journal: Journal
    ) throws(ExitFault) {
        self.settings = settings
        self.loop = loop
        self.journal = journal
        recording = try settings.recording.map { (path) throws(ExitFault) in
            try RecordingFile(path) { isFault, text in
                journal.log(isFault ? .error : .warning, text, at: WallTime(milliseconds: system_wall()))
            }
        }
        var socketSettings = WebSocketSettings()
        socketSettings.maxMessage = sources.map(\.file.server.maxMessage).max() ?? socketSettings.maxMessage
        socketSettings.maxQueue = max(socketSettings.maxQueue, 2 * (sources.map(\.file.server.maxSend).max() ?? 0))
        let sockets = WebSockets(loop: loop, driver: self, settings: socketSettings)
        stage = Stage(loop: loop, sockets: sockets, journal: journal, worker: worker)
        for source in sources {
            members.append(try member(source, fallback: fallback, alone: sources.count == 1))
        }
    }

    private func member(_ source: BotSource, fallback: String?, alone: Bool) throws(ExitFault) -> Member {
        let file = source.file
        let path = StatePath.folder(of: file.name, flag: settings.state, alone: alone)
        let folder: StateFolder
        let store: Store
        let audit: AuditLog
        let inbox: Inbox
        do {
            folder = try StateFolder.open(path)
            inbox = try Inbox(folder.path + "/media", quota: file.receive.quota)
            store = try Store.open(folder.path + "/talaria.db")
            audit = try AuditLog.open(folder.path + "/audit.ndjson")
        } catch {
            throw ExitFault.cannotKeep(error, in: path)
        }
        let token = TokenSource(flag: settings.tokenFile, server: file.server, folder: source.folder)
        let secret = try token.read(of: file.name)
        let named = settings.url ?? file.server.url
        guard let url = named ?? fallback else {
            throw ExitFault(.badConfiguration, "\(file.name) names no server", hint: "--url ws://…")
        }
        let target = try Target(url, server: file.server, tls: settings.tls, hasToken: secret != nil)
        if settings.isInsecure, target.url.isSecure {
            journal.log(
                .warning, "--insecure: any certificate is taken; whoever stands between can read and change everything",
                bot: file.name, at: loop.now.wall)
        }
        return Member(
            source: source, token: token, folder: folder, store: store, audit: audit, inbox: inbox,
            killSwitch: KillSwitch(
                isForced: !settings.approves, folders: [path, StatePath.root(flag: settings.state)]),
            target: target, place: KeptPlace(server: named == nil ? nil : "\(target.url)"))
    }

    /// Connects all bots.
    public func start() throws(ExitFault) {
        for (index, member) in members.enumerated() {
            let blueprint = try member.source.blueprint(tracing: tracing, keeps: true, retries: settings.retries)
            let kept = try kept(of: member)
            // Below 2^53: a recording and the tests made from it name it as a number.
            let seed = Randomness.number() >> 11
            let now = loop.now
            let bot = Bot(
                blueprint, identity: Identity(device: member.folder.deviceID), seed: seed, now: now, kept: kept)
            member.driven = Driven(
                bot, name: member.name, folder: member.source.folder, settings: errands(of: member), stage: stage,
                owner: self)
            member.driven.tag = index
            member.driven.recording = recording.map { file in
                SessionRecording(
                    member.source,
                    .init(
                        file: member.source.file.path, hash: member.source.hash, device: member.folder.deviceID,
                        seed: seed, kept: kept),
                    redactsTexts: settings.redactsTexts, file: file, journal: journal, now: now)
            }
        }
        for member in members {
            tellOfApprovals(member)
            member.driven.tell(.start)
        }
    }

    /// Waits until what was received in vain is removed, and the recording written: at the very end.
    public func end() {
        for member in members { member.fetcher?.shutDown() }
        worker.finish()
        recording?.finish()
    }

    /// As much as the log shows.
    var tracing: Blueprint.Tracing {
        journal.shows(.debug) || onTrace != nil ? .rules : journal.shows(.info) ? .notes : .off
    }

    /// What the bot takes up of an earlier process.
    private func kept(of member: Member) throws(ExitFault) -> [(key: String, value: [UInt8])] {
        let rows: [KeptPlace.Row]
        do {
            rows = try member.store.load(bot: member.name).map { .init(key: $0.key, value: $0.value, time: $0.time) }
            // A file that is named by anything that is kept, for whichever server, is still to be sent or saved.
            try member.inbox.clear { name in rows.contains { $0.value.holds(Array(name.utf8)) } }
        } catch {
            throw ExitFault.cannotKeep(error, in: member.folder.path)
        }
        let now = loop.now.wall
        let sorted = member.place.sort(rows, now: now)
        member.store.commit(
            bot: member.name, sorted.changes.map { Store.Change(key: $0.key, value: $0.value) }, at: now
        ) { [journal, name = member.name] fault in
            if let fault { journal.log(.error, "what should be kept was not: \(fault)", bot: name, at: now) }
        }
        for remainder in sorted.remainders { journal.log(.warning, remainder.line, bot: member.name, at: now) }
        return sorted.own
    }

    private func errands(of member: Member) -> Errands.Settings {
        let file = member.source.file
        let url = member.target.url
        let fetcher = Fetcher(for: file, inbox: member.inbox, state: member.folder.path) { fetch in
            fetch.authorities = settings.authorities
            // A gateway that asks for a certificate may ask for it for its files too.
            fetch.certificate = settings.certificate.map {
                .init(origin: Origin(host: url.host, port: url.port), certificate: $0, key: settings.key)
            }
        }
        member.fetcher = fetcher
        return Errands.Settings(inbox: member.inbox, file: file, server: url, fetcher: fetcher)
    }

    /// Lets what is under way end, then stops; at the latest after the drain time.
    public func drain() {
        guard !stopping else { return }
        stopping = true
        for member in members where member.outcome == nil { member.driven.tell(.drain) }
        loop.after(settings.drain) { [weak self] _ in self?.giveUp() }
    }

    private func giveUp() {
        for member in members where member.outcome == nil {
            journal.log(
                .warning, "\(member.name) was still at work after \(settings.drain.text)\(member.rest(now: loop.now))",
                bot: member.name, at: loop.now.wall)
            finish(member, code: 0)
        }
    }

    /// The code of the first bot that failed, in the order of ending; else 0.
    public private(set) var exitCode: Int32 = 0

    func finish(_ member: Member, code: Int32) {
        guard member.outcome == nil else { return }
        member.outcome = code
        if exitCode == 0 { exitCode = code }
        member.driven.end()
        member.store.close()
        if members.allSatisfy({ $0.outcome != nil }), !isOver {
            isOver = true
            // The closing handshakes get their time, but not for ever.
            loop.after(.seconds(2)) { [loop] _ in loop.stop() }
            stopIfQuiet()
        }
    }

    /// Stops the loop once all bots have ended and their connections are closed.
    func stopIfQuiet() {
        guard isOver else { return }
        loop.after(.zero) { [weak self] _ in
            if let self, stage.sockets.count == 0 { loop.stop() }
        }
    }
}

extension [UInt8] {
    /// Whether these bytes stand somewhere in it.
    fileprivate func holds(_ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first, count >= wanted.count else { return false }
        return indices.dropLast(wanted.count - 1).contains { place in
            self[place] == first && self[place..<place + wanted.count].elementsEqual(wanted)
        }
    }
}
