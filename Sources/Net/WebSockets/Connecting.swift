import CSystem
import Time
import WebSocket

// A client's way to an open connection: a turn at the handshake (for wss), the name, the race of its addresses, the
// proxy, TLS, the upgrade. Each step ends in the next one or in `finish`; one timer bounds them all.

extension WebSockets {
    /// Starts an attempt, or queues it for a turn.
    func begin(_ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        if attempt.request.url.isSecure, !attempt.holdsTurn {
            guard attempt.request.tls?.role == .client else {
                return finish(connection, record, .failed(NetFailure(.tls, "a wss URL needs TLS settings")))
            }
            turnQueue.append(connection)
            return giveTurns()
        }
        attempt.opening.began = loop.now.instant
        attempt.deadline = loop.now.instant + attempt.request.timeout
        setTimer(connection, record, at: attempt.deadline)
        attempt.stage = .resolving
        let host = attempt.nextHop.host
        switch names.find(host, for: connection.token, now: loop.now.instant) {
        case .known(let answer): nameIsKnown(answer, attempt, connection, record)
        case .wait: break
        case .ask:
            let remote = OnLoop(self, loop: loop)
            Resolver.shared.resolve(host) { answer in remote.perform { $0.resolved(answer, host) } }
        }
    }

    /// Hands a turn at the handshake on.
    func releaseTurn(_ attempt: Attempt) {
        guard attempt.holdsTurn else { return }
        attempt.holdsTurn = false
        handshakes -= 1
        giveTurns()
    }

    private func giveTurns() {
        while handshakes < settings.maxHandshakes, turnQueueStart < turnQueue.count {
            let next = turnQueue[turnQueueStart]
            turnQueueStart += 1
            // Who has given up meanwhile needs no turn.
            guard case .attempting(let attempt)? = table.find(next)?.pointee.phase else { continue }
            attempt.holdsTurn = true
            handshakes += 1
            notify(.begin(next))
        }
        if turnQueueStart == turnQueue.count {
            turnQueue.removeAll()
            turnQueueStart = 0
        }
    }

    private func resolved(_ answer: Resolver.Answer, _ host: String) {
        for token in names.store(answer, for: host, now: loop.now.instant) {
            let connection = Connection(token: token)
            guard let record = table.find(connection), case .attempting(let attempt) = record.pointee.phase,
                case .resolving = attempt.stage
            else { continue }
            nameIsKnown(answer, attempt, connection, record)
        }
    }

    private func nameIsKnown(
        _ answer: Resolver.Answer, _ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>
    ) {
        switch answer {
        case .failure(let failure): finish(connection, record, .failed(failure))
        case .success(let addresses):
            let port = attempt.nextHop.port
            let race = AddressRace(addresses.map { SocketAddress($0, port: port) })
            runRace(race, [], attempt, connection, record)
        }
    }

    // MARK: The race

    private func runRace(
        _ start: AddressRace, _ running: [Attempt.Contender], _ attempt: Attempt, _ connection: Connection,
        _ record: UnsafeMutablePointer<Record>
    ) {
        var race = start
        var contenders = running
        while true {
            switch race.next(loop.now.instant) {
            case .attempt(let address):
                do {
                    contenders.append(try startContender(address, connection))
                } catch {
                    attempt.lastFailure = error
                    race.attemptFailed()
                }
                continue
            case .wait(let until): setTimer(connection, record, at: min(until, attempt.deadline))
            case .waitForTheLast: setTimer(connection, record, at: attempt.deadline)
            case .lost:
                let unknown = NetFailure(.connect, "\(attempt.nextHop.host) has no address to connect to")
                return finish(connection, record, .failed(attempt.lastFailure ?? unknown))
            }
            attempt.stage = .racing(race, contenders)
            return
        }
    }

    private func startContender(
        _ address: SocketAddress, _ connection: Connection
    ) throws(NetFailure) -> Attempt.Contender {
        let source = sources.next(address.ip.family)
        let descriptor = try TCPSocket.connect(to: address, from: source, deadPath: settings.deadPath)
        do {
            try loop.watch(descriptor, for: .write, seat: seat, token: connection.token)
        } catch {
            TCPSocket.close(descriptor)
            throw error
        }
        return Attempt.Contender(descriptor: descriptor, address: address)
    }

    /// Some of the contenders are ready: one has won, or they have failed.
    private func judgeRace(
        _ start: AddressRace, _ contenders: [Attempt.Contender], _ attempt: Attempt, _ connection: Connection,
        _ record: UnsafeMutablePointer<Record>
    ) {
        var race = start
        var left: [Attempt.Contender] = []
        var winner: Attempt.Contender?
        for contender in contenders {
            var state = pollfd(fd: contender.descriptor, events: Int16(POLLOUT), revents: 0)
            guard winner == nil, poll(&state, 1, 0) == 1 else {
                left.append(contender)
                continue
            }
            let error = system_socket_error(contender.descriptor)
            if error == 0 {
                winner = contender
            } else {
                attempt.lastFailure = TCPSocket.failure(error, connecting: contender.address)
                TCPSocket.close(contender.descriptor)
                race.attemptFailed()
            }
        }
        guard let winner else { return runRace(race, left, attempt, connection, record) }
        for contender in left { TCPSocket.close(contender.descriptor) }
        record.pointee.descriptor = winner.descriptor
        record.pointee.interest = .write
        attempt.opening.peer = winner.address
        attempt.opening.connected = loop.now.instant
        attempt.opening.secured = loop.now.instant
        setTimer(connection, record, at: attempt.deadline)
        isConnected(attempt, connection, record)
    }

    // MARK: Proxy, TLS, upgrade

    private func isConnected(_ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        guard let proxy = attempt.proxy else { return isThrough(attempt, connection, record) }
        attempt.stage = .proxying(HeadReader())
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
        attempt.stage = .upgrading(request, HeadReader())
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
            return takeProxy(progress, attempt, connection, record)
        case .upgrading(let request, var reader):
            let progress = reader.read(span, at: &position)
            attempt.stage = .upgrading(request, reader)
            return takeUpgrade(progress, request, (position, count), attempt, connection, record)
        default: return true
        }
    }

    private func takeProxy(
        _ progress: HeadReader.Progress, _ attempt: Attempt, _ connection: Connection,
        _ record: UnsafeMutablePointer<Record>
    ) -> Bool {
        let name = attempt.proxy.map { "the proxy \($0)" } ?? "the proxy"
        switch progress {
        case .more: return false
        case .failure(let fault):
            finish(connection, record, .failed(NetFailure(.proxy, "\(name) did not answer well: \(fault)")))
        case .head(let bytes):
            guard let head = try? ResponseHead(bytes) else {
                finish(connection, record, .failed(NetFailure(.proxy, "\(name) did not answer in HTTP")))
                return true
            }
            if 200..<300 ~= head.status {
                isThrough(attempt, connection, record)
            } else {
                finish(connection, record, .failed(NetFailure(.proxy, "\(name) refused with status \(head.status)")))
            }
        }
        return true
    }

    private func takeUpgrade(
        _ progress: HeadReader.Progress, _ request: UpgradeRequest, _ rest: (position: Int, count: Int),
        _ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>
    ) -> Bool {
        switch progress {
        case .more: return false
        case .failure(let fault):
            finish(connection, record, .failed(NetFailure(.upgrade, "the answer to the upgrade is bad: \(fault)")))
        case .head(let bytes):
            let head: ResponseHead
            do { head = try ResponseHead(bytes) } catch {
                finish(connection, record, .failed(NetFailure(.upgrade, "the answer to the upgrade is bad: \(error)")))
                return true
            }
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
        loop.cancel(&record.pointee.timer)
        updateInterest(connection, record)
        driver.opened(connection, tag: record.pointee.tag, opening)
        guard let still = table.find(connection), case .open = still.pointee.phase else { return }
        feed(loop.buffer, count: rest.count, from: rest.position, connection, still)
        // TLS may have read more already.
        if table.find(connection)?.pointee.tls != nil { loop.callAgain(seat, token: connection.token) }
    }

    func timeHasCome(for attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        guard loop.now.instant < attempt.deadline, case .racing(let race, let contenders) = attempt.stage else {
            return finish(connection, record, .failed(NetFailure(.timeout, attempt.timeoutText)))
        }
        runRace(race, contenders, attempt, connection, record)
    }
}
