import Bot
import Drive
import Files
import Hermes
import Net
import Rules

// What the gateway does for the bots of its devices.

extension GatewayHost: DrivenOwner {
    /// The device with the id of this hello, known from before or new.
    func device(_ id: String, hello message: Span<UInt8>) -> Device {
        if let known = devices[id] { return known }
        makeRoom()
        var identity = Identity(device: id)
        if case .frame(.hello(let hello)) = DeviceFrame.decode(message) { identity.name = hello.device.name }
        let bot = Bot(blueprint, identity: identity, seed: Randomness.number(), now: loop.now)
        let driven = Driven(
            bot, name: String((identity.name ?? id).prefix(24)), folder: source.folder, settings: errands,
            stage: stage, owner: self)
        let device = Device(id: id, driven: driven, lastSeen: loop.now.instant)
        devices[id] = device
        driven.tell(.start)
        return device
    }

    /// Bots of devices that are gone are kept for their open prompts and dialogue, but not without end: of very many, the
    /// one that has been gone for longest goes.
    private func makeRoom() {
        guard devices.count >= Self.mostDevices else { return }
        let gone = devices.values.filter { $0.tag == nil }.min { $0.lastSeen < $1.lastSeen }
        guard let gone else { return }
        gone.driven.end()
        devices[gone.id] = nil
    }

    private static let mostDevices = 100_000

    public func ended(_ driven: Driven, code: Int32) {
        if let connection = driven.connection { stage.sockets.close(connection, code: 1001, reason: "") }
        if let device = devices[driven.bot.identity.device] {
            device.hasEnded = true
            // A rule's `stop` ends this device's bot; a new hello begins a new one.
            device.driven.end()
            devices[device.id] = nil
        }
        endIfEmpty()
    }

    public func offer(path: String, mime: String, by driven: Driven) -> String? {
        let name = Randomness.name(32)
        offers.add(offer(of: path, mime, name), name: name)
        let own = "\(listener.settings.tls != nil ? "https" : "http")://\(listener.address)"
        return "\(devices[driven.bot.identity.device]?.origin ?? own)\(Offers.path)\(name)"
    }

    /// What was fetched is removed once its frame is delivered, which is before anybody follows the link: the offer gets a
    /// name of its own for it.
    private func offer(of path: String, _ mime: String, _ name: String) -> Offers.Offer {
        let own = "\(inbox.incoming)/.offer-\(name)"
        guard path.hasPrefix(inbox.incoming + "/"), (try? Folder.linkIfFree(path, to: own)) == true,
            let size = try? Folder.status(own).size
        else { return Offers.Offer(path: path, mime: mime) }
        return Offers.Offer(path: own, mime: mime, ownSize: size)
    }

    public func heard(_ message: Span<UInt8>, by driven: Driven) {
        journal.heard(message, role: .gateway, bot: driven.name, at: loop.now.wall)
    }

    public func said(_ frame: Span<UInt8>, _ kind: Outgoing, by driven: Driven) {
        journal.said(frame, role: .gateway, bot: driven.name, at: loop.now.wall)
    }

    public func said(part: OutgoingPart, by driven: Driven) {
        journal.said(part: part, bot: driven.name, at: loop.now.wall)
    }

    public func noted(_ note: Note, by driven: Driven) {
        journal.note(note, file: source.file, at: loop.now.wall)
    }

    public func traced(_ trace: Trace, by driven: Driven) {
        journal.trace(trace, file: source.file, bot: driven.name, at: loop.now.wall)
    }

    public func acted(_ rule: Int, _ action: ActionTrace, by driven: Driven) {
        journal.acted(action, rule: rule, file: source.file, bot: driven.name, at: loop.now.wall)
    }
}
