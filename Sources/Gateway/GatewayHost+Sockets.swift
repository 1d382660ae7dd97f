import Bot
import Drive
import Files
import Hermes
import Net
import Time
import WebSocket

// The gateway's end of its connections. Each has a tag of its own: a guest's until hello, then a device's.

extension GatewayHost: WebSocketDriver {
    public func admit(_ request: HTTPRequest) -> Admission {
        if onEnd != nil { return .refuse(HTTPAnswer(status: 503, detail: "the gateway stops")) }
        let device = connected.count + guests.count
        if let most = source.file.listen.maxDevices, device >= most {
            return .refuse(HTTPAnswer(status: 503, detail: "no more devices are let in"))
        }
        let tag = newTag()
        shown[tag] = Shown(request, isSecure: listener.settings.tls != nil)
        return .accept(tag: tag)
    }

    public func opened(_ connection: Connection, tag: Int, _ opening: Opening) {
        let shown = shown.removeValue(forKey: tag) ?? Shown()
        let greeting = Greeting(blueprint, tokens: tokens, shown: shown.tokens, now: loop.now.instant)
        var guest = Guest(connection: connection, origin: shown.origin, greeting: greeting, timer: .none)
        if let deadline = greeting.deadline { guest.timer = loop.arm(at: deadline, seat: seat, token: tag) }
        guests[tag] = guest
    }

    public func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {
        if let device = connected[tag] {
            device.lastSeen = loop.now.instant
            device.driven.receive(message)
            return
        }
        guard var guest = guests[tag] else { return }
        var effects = Effects()
        let step = guest.greeting.receive(message, now: loop.now.instant, into: &effects)
        guests[tag] = guest
        switch step {
        case .nothing: break
        case .refused: refuse(guest, tag, effects)
        case .admit(let id): admit(guest, tag, id, message)
        }
    }

    public func troubled(_ listener: Listener, _ failure: NetFailure) {
        // At the limit each connection that ends begins a new trouble.
        if let lastTrouble, loop.now.instant < lastTrouble + .seconds(60) { return }
        lastTrouble = loop.now.instant
        let text = "\(failure); who comes waits until there is room (ulimit -n, LimitNOFILE)"
        journal.log(.warning, text, bot: source.file.name, at: loop.now.wall)
    }

    /// A guest that did not say hello in time.
    public func fired(_ timer: Timer, token tag: Int) {
        guard var guest = guests[tag] else { return }
        guest.timer = .none
        var effects = Effects()
        if case .refused = guest.greeting.wake(now: loop.now.instant, into: &effects) { refuse(guest, tag, effects) }
    }

    /// Sends what a greeting gave: why not, and the close.
    private func refuse(_ guest: Guest, _ tag: Int, _ effects: Effects) {
        for effect in effects.items {
            switch effect {
            case .send(let range, _): stage.sockets.send(effects.bytes.span.extracting(range), on: guest.connection)
            case .close(let code, let reason):
                stage.sockets.close(guest.connection, code: code, reason: reason)
                journal.log(.warning, "a connection was refused: \(reason)", bot: source.file.name, at: loop.now.wall)
            default: break
            }
        }
        forget(tag)
    }

    /// The newest connection of a device wins.
    private func admit(_ guest: Guest, _ tag: Int, _ id: String, _ message: Span<UInt8>) {
        forget(tag)
        stage.sockets.trust(guest.connection)
        let device = device(id, hello: message)
        if let old = device.tag, let connection = device.driven.connection {
            connected[old] = nil
            stage.sockets.close(connection, code: 1000, reason: "replaced by a newer connection")
        }
        device.tag = tag
        device.origin = guest.origin
        connected[tag] = device
        device.driven.opened(guest.connection, token: nil)
        device.driven.receive(message)
    }

    private func forget(_ tag: Int) {
        guard var guest = guests.removeValue(forKey: tag) else { return }
        loop.cancel(&guest.timer)
    }

    public func ponged(mark: UInt64, on connection: Connection, tag: Int) {
        connected[tag]?.driven.tell(.acknowledged(mark: mark))
    }
    public func heard(on connection: Connection, tag: Int) { connected[tag]?.driven.tell(.alive) }
    public func congested(_ connection: Connection, tag: Int) { connected[tag]?.driven.tell(.congested) }
    public func writable(_ connection: Connection, tag: Int) { connected[tag]?.driven.writable() }

    public func closed(_ connection: Connection, tag: Int, _ ending: Net.Ending) {
        shown[tag] = nil
        forget(tag)
        if let device = connected.removeValue(forKey: tag) {
            device.tag = nil
            device.lastSeen = loop.now.instant
            journal.log(
                .info, "\(device.driven.name) is gone: \(ending.text)", bot: device.driven.name, at: loop.now.wall)
            device.driven.closed(connection, BotEnding(ending))
        }
        endIfEmpty()
    }

    /// Files that rules offer, and a word for whoever opens the address in a browser.
    public func respond(to request: HTTPRequest) -> HTTPReply? {
        let path = request.head.path
        if path.hasPrefix(Offers.path) {
            guard let offer = offers[String(path.dropFirst(Offers.path.count))] else { return nil }
            var fields = HeaderFields()
            fields.append("X-Content-Type-Options", "nosniff")
            return .file(path: offer.path, type: offer.mime, fields: fields)
        }
        guard path == "/" else { return nil }
        return .text("This is a Talaria gateway. Devices connect by WebSocket to \(url).\n")
    }
}
