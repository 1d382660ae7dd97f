import Time
import WebSocket

// A server's way to an open connection: TLS, the request's head, the judgement on it. A request that asks for no
// WebSocket is answered as plain HTTP.

extension WebSockets {
    /// Handshake steps in one turn of the loop: beyond, the sockets wait, so that a wave of newcomers delays the others
    /// by a few milliseconds at most.
    private static let stepsPerTurn = 16

    /// A listener accepted a connection.
    func accepted(_ descriptor: Int32, by listener: Listener) {
        let (connection, record) = table.take()
        let tls = listener.tls
        let arrival = Arrival(listener, isSecure: tls != nil, now: loop.now.instant)
        record.pointee.descriptor = descriptor
        record.pointee.interest = .read
        record.pointee.isStranger = true
        record.pointee.phase = .arriving(arrival)
        do {
            if let tls {
                record.pointee.tls = try TLSStream.make(tls, descriptor: descriptor, host: "the client", port: 0)
            }
            try loop.watch(descriptor, for: .read, seat: seat, token: connection.token)
        } catch {
            return release(connection, record)
        }
        setTimer(connection, record, at: loop.now.instant + listener.settings.upgradeTimeout)
    }

    func advance(_ arrival: Arrival, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        if case .securing = arrival.stage {
            guard shakeHands(arrival, connection, record) else { return }
        }
        readRequest(arrival, connection, record)
    }

    /// True when TLS stands.
    private func shakeHands(
        _ arrival: Arrival, _ connection: Connection, _ record: UnsafeMutablePointer<Record>
    ) -> Bool {
        if steps.turn != loop.turnNumber { steps = (loop.turnNumber, 0) }
        // Epoll will say again that it is ready.
        if steps.count >= WebSockets.stepsPerTurn { return false }
        steps.count += 1
        guard let tls = record.pointee.tls else { return true }
        switch tls.handshake() {
        case .wantsRead: setInterest(.read, connection, record)
        case .wantsWrite: setInterest(.write, connection, record)
        case .failed: release(connection, record)
        case .noTLS:
            tls.free()
            record.pointee.tls = nil
            let detail = "this port speaks TLS: use wss:// or https://"
            answer(HTTPAnswer(status: 400, detail: detail), connection, record)
        case .done:
            arrival.opening.secured = loop.now.instant
            arrival.opening.isResumed = tls.isResumed
            arrival.stage = .reading(HeadReader(limits: arrival.listener.settings.headLimits))
            setInterest(.read, connection, record)
            return true
        }
        return false
    }

    private func readRequest(_ arrival: Arrival, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        while true {
            switch record.pointee.read(into: loop.buffer) {
            case .blocked: return
            case .ended, .failed: return release(connection, record)
            case .moved(let count):
                traffic.bytesIn &+= count
                guard case .reading(var reader) = arrival.stage else { return }
                let span = Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(rebasing: loop.buffer[..<count]))
                var position = 0
                let progress = reader.read(span, at: &position)
                arrival.stage = .reading(reader)
                switch progress {
                case .more: continue
                case .failure(let fault):
                    return answer(HTTPAnswer(status: fault.status, detail: "\(fault)"), connection, record)
                case .head(let bytes):
                    do {
                        let head = try RequestHead(bytes, limits: arrival.listener.settings.headLimits)
                        return judge(head, (position, count), arrival, connection, record)
                    } catch {
                        return answer(HTTPAnswer(status: error.status, detail: "\(error)"), connection, record)
                    }
                }
            }
        }
    }

    private func judge(
        _ head: RequestHead, _ rest: (position: Int, count: Int), _ arrival: Arrival, _ connection: Connection,
        _ record: UnsafeMutablePointer<Record>
    ) {
        let listener = arrival.listener
        let peer = TCPSocket.peerAddress(record.pointee.descriptor)
        arrival.opening.peer = peer
        let request = HTTPRequest(head, peer: peer, listener: listener.settings.tag)
        let isHead = head.method == "HEAD"
        guard head.isAddressed else {
            let answer = HTTPAnswer(status: 400, detail: "there must be exactly one Host")
            return self.answer(answer, isHead: isHead, connection, record)
        }
        guard head.path == listener.settings.path else {
            if head.asksForWebSocket { return answer(HTTPAnswer(status: 404), connection, record) }
            return respond(to: request, connection, record)
        }
        switch listener.settings.policy.judge(head) {
        case .plain: answer(HTTPAnswer(status: 426), isHead: isHead, connection, record)
        case .refused(let refusal): answer(refusal, isHead: isHead, connection, record)
        case .accepted(let response):
            let admission = driver.admit(request)
            // The driver may have shut everything down.
            guard table.find(connection) != nil else { return }
            switch admission {
            case .refuse(let refusal): answer(refusal, isHead: isHead, connection, record)
            case .accept(let tag):
                beginCork(connection)
                response.write(into: &cork)
                record.pointee.tag = tag
                arrival.opening.subprotocol = response.agreement.subprotocol
                arrival.opening.isCompressed = response.agreement.compression != nil
                let codec = Codec(role: .server, compression: response.agreement.compression)
                open(codec, arrival.opening, rest, connection, record)
            }
        }
    }

    /// The request took too long.
    func timeHasCome(for arrival: Arrival, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        if case .securing = arrival.stage { return release(connection, record) }
        answer(HTTPAnswer(status: 408), connection, record)
    }
}
