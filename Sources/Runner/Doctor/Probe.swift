import Drive
import Net
import Time
import WebSocket

/// One connection to a server, up to the upgrade and no further: a `hello` would push out the bot that is at work under
/// the same id.
final class Probe: WebSocketDriver {
    private let loop: Loop
    private var sockets: WebSockets!
    private var opening: (Opening, tls: String?, done: Instant)?
    private var ending: Net.Ending?

    init(loop: Loop) {
        self.loop = loop
        sockets = WebSockets(loop: loop, driver: self)
    }

    func examine(_ request: ConnectRequest) -> [Finding] {
        let began = loop.now.instant
        _ = sockets.connect(request, tag: 0)
        _ = loop.run(atMost: request.timeout + .seconds(2)) { opening != nil || ending != nil }
        defer { sockets.shutdown() }
        if let opening { return reached(opening.0, opening.tls, opening.done, request.url.isSecure) }
        return [failed(after: loop.now.instant - began)]
    }

    private func reached(_ opening: Opening, _ tls: String?, _ done: Instant, _ isSecure: Bool) -> [Finding] {
        let peer = opening.peer.map { "\($0)" } ?? "its address"
        var findings = [
            Finding("address", .well, "\(peer) took the connection after \(took(opening.connected - opening.began))")
        ]
        findings.append(
            isSecure
                ? Finding(
                    "TLS", .well,
                    "\(tls ?? "TLS"), the certificate is trusted, after \(took(opening.secured - opening.connected)) more"
                )
                : Finding("TLS", .skipped, "the URL is ws://: nothing is encrypted"))
        findings.append(
            Finding("upgrade", .well, "it speaks WebSocket, after \(took(done - opening.secured)) more"))
        return findings
    }

    /// Nobody reads `0s` as a time that something took.
    private func took(_ time: Interval) -> String { time < .milliseconds(1) ? "less than 1ms" : time.text }

    private func failed(after time: Interval) -> Finding {
        switch ending {
        case nil: return Finding("server", .fault, "no answer in \(time.text)")
        case .refused(let status)?:
            return Finding(
                "upgrade", .fault, "the server answered it with HTTP status \(status)", hint: ending?.advice)
        case .failed(let failure)?:
            let name =
                switch failure.code {
                case .name: "DNS"
                case .tls, .certificate: "TLS"
                case .upgrade: "upgrade"
                default: "server"
                }
            return Finding(name, .fault, failure.text, hint: ending?.advice)
        case .close?: return Finding("server", .fault, ending?.text ?? "")
        }
    }

    func opened(_ connection: Connection, tag: Int, _ opening: Opening) {
        self.opening = (opening, sockets.tlsVersion(of: connection), loop.now.instant)
    }

    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {}

    func closed(_ connection: Connection, tag: Int, _ ending: Net.Ending) { self.ending = ending }
}
