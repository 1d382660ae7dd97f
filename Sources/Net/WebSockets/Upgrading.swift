import Time
import WebSocket

// A client's way from TCP to an open WebSocket: through the proxy if there is one, TLS, the upgrade.

extension WebSockets {
    func isConnected(_ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        guard let proxy = attempt.proxy else { return isThrough(attempt, connection, record) }
        attempt.stage = .proxying(ResponseReader())
        let url = attempt.request.url
        let target = (url.host.contains(":") ? "[\(url.host)]" : url.host) + ":\(url.port)"
        var head = "CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n"
        if let authorization = proxy.authorization { head += "Proxy-Authorization: \(authorization)\r\n" }
        beginCork(connection)
        cork.append(contentsOf: (head + "\r\n").utf8)
        updateInterest(connection, record)
    }

    /// TCP, through the proxy if there is one, reaches the server.
    private func isThrough(_ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        let url = attempt.request.url
        guard url.isSecure, let tls = attempt.request.tls else { return upgrade(attempt, connection, record) }
        do {
            record.pointee.tls = try TLSStream.make(
                tls, descriptor: record.pointee.descriptor, host: url.host, port: UInt16(clamping: url.port))
        } catch {
            return finish(connection, record, .failed(error))
        }
        attempt.stage = .securing
        shakeHands(attempt, connection, record)
    }

    private func shakeHands(_ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        guard let tls = record.pointee.tls else { return }
        switch tls.handshake() {
        case .wantsRead: setInterest(.read, connection, record)
        case .wantsWrite: setInterest(.write, connection, record)
        case .failed(let failure): finish(connection, record, .failed(failure))
        case .noTLS:
            let text =
                "TLS with \(attempt.request.url.host) failed: what answers there speaks no TLS; is it a ws:// URL?"
            finish(connection, record, .failed(NetFailure(.tls, text)))
        case .done:
            attempt.opening.secured = loop.now.instant
            attempt.opening.isResumed = tls.isResumed
            releaseTurn(attempt)
            upgrade(attempt, connection, record)
        }
    }

    private func upgrade(_ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        let wish = attempt.request
        var request = UpgradeRequest(url: wish.url, nonce: (loop.random.next(), loop.random.next()))
        request.subprotocols = wish.subprotocols
        request.origin = wish.origin
        request.authorization = wish.authorization
        request.fields = wish.fields
        request.compression = wish.compression
        beginCork(connection)
        do {
            try request.write(into: &cork)
        } catch {
            return finish(connection, record, .failed(NetFailure(.upgrade, "cannot ask for the upgrade: \(error)")))
        }
        attempt.stage = .upgrading(request, ResponseReader())
        updateInterest(connection, record)
    }

    /// The loop calls: whatever the stage waits for may have come.
    func advance(
        _ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>, _ readiness: Readiness
    ) {
        switch attempt.stage {
        case .waiting, .resolving: break
        case .racing(let race, let contenders): judgeRace(race, contenders, attempt, connection, record)
        case .securing: shakeHands(attempt, connection, record)
        case .proxying, .upgrading:
            if record.pointee.outbox != nil { drain(connection, record) }
            readAnswer(attempt, connection, record)
        }
    }

    /// Reads the answer to CONNECT or to the upgrade.
    private func readAnswer(_ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        while true {
            switch record.pointee.read(into: loop.buffer) {
            case .blocked: return
            case .ended:
                let who = if case .proxying = attempt.stage { "the proxy" } else { "\(attempt.request.url)" }
                let text = "\(who) ended the connection instead of answering"
                return finish(connection, record, .failed(NetFailure(.ended, text)))
            case .failed(let failure): return finish(connection, record, .failed(failure))
            case .moved(let count):
                traffic.bytesIn &+= count
                if take(count, attempt, connection, record) { return }
            }
        }
    }

    /// True when the stage is over.
    private func take(
        _ count: Int, _ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>
    ) -> Bool {
        let span = Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(rebasing: loop.buffer[..<count]))
        var position = 0
        switch attempt.stage {
        case .proxying(var reader):
            let progress = reader.read(span, at: &position)
            attempt.stage = .proxying(reader)
            return takeProxy(progress, isAll: position == count, attempt, connection, record)
        case .upgrading(let request, var reader):
            let progress = reader.read(span, at: &position)
            attempt.stage = .upgrading(request, reader)
            return takeUpgrade(progress, request, (position, count), attempt, connection, record)
        default: return true
        }
    }

    private func takeProxy(
        _ progress: ResponseReader.Progress, isAll: Bool, _ attempt: Attempt, _ connection: Connection,
        _ record: UnsafeMutablePointer<Record>
    ) -> Bool {
        let name = attempt.proxy.map { "the proxy \($0)" } ?? "the proxy"
        let fault: String
        switch progress {
        case .more: return false
        case .failure(.badStartLine): fault = "did not answer in HTTP"
        case .failure(let bad): fault = "did not answer well: \(bad)"
        case .head(let head):
            switch head.status {
            // Behind the answer the server has the word, and it waits for ours.
            case 200..<300 where isAll:
                isThrough(attempt, connection, record)
                return true
            case 200..<300: fault = "sent more than its answer"
            case 407 where attempt.proxy?.authorization != nil:
                fault = "does not take the name and password that it was given (status 407)"
            case 407: fault = "wants a name and password, as in http://NAME:PASSWORD@HOST:PORT (status 407)"
            default: fault = "refused with status \(head.status)"
            }
        }
        finish(connection, record, .failed(NetFailure(.proxy, "\(name) \(fault)")))
        return true
    }

    /// What TLS says to what it does not understand begins so (RFC 8446 section 5.1).
    private static let alert: UInt8 = 21

    private func takeUpgrade(
        _ progress: ResponseReader.Progress, _ request: UpgradeRequest, _ rest: (position: Int, count: Int),
        _ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>
    ) -> Bool {
        switch progress {
        case .more: return false
        case .failure(.badByte) where rest.position == 1 && loop.buffer.first == WebSockets.alert:
            let text = "the upgrade failed: what answers there speaks TLS; is it a wss:// URL?"
            finish(connection, record, .failed(NetFailure(.upgrade, text)))
        case .failure(let fault):
            finish(connection, record, .failed(NetFailure(.upgrade, "the answer to the upgrade is bad: \(fault)")))
        case .head(let head):
            switch request.judge(head) {
            case .refused(let status): finish(connection, record, .refused(status: status))
            case .failed(let fault):
                finish(connection, record, .failed(NetFailure(.upgrade, "the upgrade failed: \(fault)")))
            case .accepted(let agreement):
                attempt.opening.subprotocol = agreement.subprotocol
                attempt.opening.isCompressed = agreement.compression != nil
                let codec = Codec(role: .client, compression: agreement.compression)
                open(codec, attempt.opening, rest, connection, record)
            }
        }
        return true
    }

    /// The upgrade is done, for either role; `rest` of the loop's buffer is the peer's first frames.
    func open(
        _ codec: consuming Codec, _ opening: Opening, _ rest: (position: Int, count: Int), _ connection: Connection,
        _ record: UnsafeMutablePointer<Record>
    ) {
        record.pointee.codec = codec
        record.pointee.phase = .open
        // What waited before was the upgrade: nobody is owed news of that unless it waits still.
        record.pointee.owesWritable = record.pointee.outbox != nil
        loop.cancel(&record.pointee.timer)
        updateInterest(connection, record)
        driver.opened(connection, tag: record.pointee.tag, opening)
        guard let still = table.find(connection), case .open = still.pointee.phase else { return }
        feed(loop.buffer, count: rest.count, from: rest.position, connection, still)
        // TLS may have read more already.
        if table.find(connection)?.pointee.tls != nil { loop.callAgain(seat, token: connection.token) }
    }
}
