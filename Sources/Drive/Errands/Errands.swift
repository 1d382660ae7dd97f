import Address
import Bot
import Files
import Hermes
import Media
import Net
import Rules
import WebSocket

// What a bot asks for that takes time: fetches, uploads, received files, AI replies. Each is known by its ticket, ends in
// one event, or in none once it was cancelled. Disks are waited for on the worker, the web on the fetcher's thread.

/// The errands of one bot.
public final class Errands {
    /// Shared by all bots that are driven alike.
    public final class Settings {
        /// `media/` of the state folder.
        public var inbox: Inbox
        public var receive: ReceiveSettings
        public var fetch: FetchSettings
        /// The connected gateway, for `fetch.allow: ["server"]`.
        public var server: WebSocketURL?
        /// What this bot's frames are: a device's or a gateway's.
        public var role: Rules.Role
        public var fetcher: Fetcher

        public init(inbox: Inbox, file: BotFile, server: WebSocketURL?, fetcher: Fetcher) {
            self.inbox = inbox
            receive = file.receive
            fetch = file.fetch
            role = file.role
            self.server = server
            self.fetcher = fetcher
        }
    }

    weak var driven: Driven?
    let folder: String
    let settings: Settings
    let stage: Stage
    /// What is under way, by ticket.
    private var fetches: [Ticket: Fetcher.Number] = [:] {
        didSet { if fetches.isEmpty, uploads.isEmpty { stage.journal.hideTransfers() } }
    }
    private(set) var uploads: [Ticket: UploadPump] = [:]
    private(set) var received: Received?

    init(folder: String, settings: Settings, stage: Stage) {
        self.folder = folder
        self.settings = settings
        self.stage = stage
    }

    func perform(_ effect: Effect) {
        switch effect {
        case .fetch(let ticket, let request): fetch(ticket, request)
        case .upload(let ticket, let upload): begin(upload, ticket, isOffer: false)
        case .offer(let ticket, let upload): begin(upload, ticket, isOffer: true)
        case .allowParts(let ticket, let count): uploads[ticket]?.allow(count)
        case .cancel(let ticket): cancel(ticket)
        case .joinParts(let ticket, let count): inbox().join(ticket, parts: count)
        case .drop(let ticket): received?.drop(ticket)
        case .discard(let file): stage.worker.perform { Folder.removeQuietly(file.handle) }
        case .save(let ticket, let file, let request): inbox().save(ticket, file, request)
        case .askAI(let ticket, let request): ask(ticket, request)
        default: break  // the others are Driven's own
        }
    }

    /// Keeps the parts that came in this message, while its bytes are there.
    func keepParts(of message: Span<UInt8>, in effects: Effects) {
        for case .keepPart(let ticket, let part, let field) in effects.items {
            inbox().keep(ticket, part: part, field, of: message)
        }
    }

    /// The socket takes more.
    func goOn() { for upload in uploads.values { upload.goOn() } }

    /// Uploads end with their connection; the bot begins them anew.
    func connectionEnded() {
        for upload in uploads.values { upload.end() }
        uploads = [:]
        received?.connectionEnded()
    }

    func end() {
        connectionEnded()
        for number in fetches.values { settings.fetcher.cancel(number) }
        fetches = [:]
        received?.end()
    }

    func begin(_ number: Fetcher.Number, _ ticket: Ticket) { fetches[ticket] = number }
    func isUnderWay(_ ticket: Ticket) -> Bool { fetches[ticket] != nil }
    func forget(_ ticket: Ticket) { fetches[ticket] = nil }

    private func cancel(_ ticket: Ticket) {
        if let number = fetches.removeValue(forKey: ticket) { settings.fetcher.cancel(number) }
        uploads.removeValue(forKey: ticket)?.cancel()
    }

    private func inbox() -> Received {
        if let received { return received }
        let made = Received(settings: settings, folder: folder, stage: stage, driven: driven)
        received = made
        return made
    }

    // MARK: Fetches

    private func fetch(_ ticket: Ticket, _ request: FetchRequest) {
        var fetch = Fetch(url: request.url, trusted: request.trusted)
        fetch.method = request.method
        fetch.headers = request.headers.map { Media.HTTPHeader($0.name, $0.value) }
        fetch.body = request.body
        fetch.rules = AddressGuard(
            allow: settings.fetch.allow.compactMap(Allowance.init),
            server: settings.server.map { Origin(host: $0.host, port: $0.port) }, fromServer: request.fromServer)
        fetch.limits.size = settings.fetch.maxSize
        fetch.limits.total = settings.fetch.timeout
        fetch.limits.redirects = settings.fetch.redirects
        let here = OnLoop(WeakErrands(self), loop: stage.loop)
        let host = TransferProgress.host(of: request.url)
        let shows = stage.journal.style.isTerminal
        let progress: Fetcher.Progress = { done, total in
            here.perform {
                $0.errands?.show(TransferProgress(way: .fetching, what: host, done: done, total: total))
            }
        }
        fetches[ticket] = settings.fetcher.fetch(fetch, progress: shows ? progress : nil) { result in
            here.perform { $0.errands?.fetched(ticket, result) }
        }
    }

    func show(_ transfer: TransferProgress) { stage.journal.show(transfer, at: stage.loop.now.instant) }

    private func fetched(_ ticket: Ticket, _ result: Result<Fetched, FetchFault>) {
        guard fetches.removeValue(forKey: ticket) != nil else {
            // Cancelled, but it was there already.
            if case .success(let file) = result { stage.worker.perform { Folder.removeQuietly(file.path) } }
            return
        }
        switch result {
        case .success(let file):
            var media = MediaFile(handle: file.path, size: file.size, mime: file.type.mime)
            if let said = file.contentType, file.type.contradicts(said) { media.said = said }
            // It may go on to the peer, who is not to have to clean up what a third party thought of.
            let name = file.filename.flatMap(SafeName.make(suggested:))
            driven?.tell(.fetched(ticket, .file(media, status: file.status, filename: name)))
        case .failure(let fault): driven?.tell(.fetched(ticket, .failed(reason: fault.text)))
        }
    }

    // MARK: Uploads

    private func begin(_ upload: Upload, _ ticket: Ticket, isOffer: Bool) {
        guard let driven else { return }
        let path: String =
            switch upload.source {
            case .file(let file): file.handle
            case .path(let path): path.hasPrefix("/") ? path : folder + "/" + path
            }
        let pump = UploadPump(upload, path: path, isOffer: isOffer, driven: driven) { [weak self] failure in
            self?.uploads[ticket] = nil
            self?.stage.journal.hideTransfers()
            self?.driven?.tell(.uploaded(ticket, failure: failure))
        }
        uploads[ticket] = pump
        pump.start()
    }
}

/// Errands that may be gone when an answer comes.
final class WeakErrands {
    private(set) weak var errands: Errands?
    init(_ errands: Errands) { self.errands = errands }
}
