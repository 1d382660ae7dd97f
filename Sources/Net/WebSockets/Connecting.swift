import Address
import CSystem
import Time
import WebSocket

// A client's way to a TCP connection: a turn at the handshake (for wss), the name, the race of its addresses. Each step
// ends in the next one or in `finish`; one timer bounds them and those of Upgrading.

extension WebSockets {
    /// Starts an attempt, or queues it for a turn.
    func begin(_ attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        if attempt.request.url.isSecure, !attempt.holdsTurn {
            guard attempt.request.tls?.role == .client else {
                return finish(connection, record, .failed(NetFailure(.tls, "a wss URL needs TLS settings")))
            }
            turns.wait(connection, for: attempt.server)
            return giveTurns(for: attempt.server)
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
            resolver.resolve(host) { answer in remote.perform { $0.resolved(answer, host) } }
        }
    }

    /// Hands a turn at the handshake on.
    func releaseTurn(_ attempt: Attempt) {
        guard attempt.holdsTurn else { return }
        attempt.holdsTurn = false
        turns.giveBack(attempt.server)
        giveTurns(for: attempt.server)
    }

    private func giveTurns(for server: Origin) {
        while let next = turns.next(for: server) {
            guard case .attempting(let attempt)? = table.find(next)?.pointee.phase else {
                // Who has given up meanwhile needs no turn.
                turns.giveBack(server)
                continue
            }
            attempt.holdsTurn = true
            notify(.begin(next))
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
        case .failure(let failure): finish(connection, record, .failed(attempt.onTheWay(failure)))
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
                attempt.stage = .racing(race, contenders)
                return finish(connection, record, .failed(attempt.onTheWay(attempt.lastFailure ?? unknown)))
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
    func judgeRace(
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
        attempt.stage = .racing(race, [])
        record.pointee.descriptor = winner.descriptor
        record.pointee.interest = .write
        attempt.opening.peer = winner.address
        attempt.opening.connected = loop.now.instant
        attempt.opening.secured = loop.now.instant
        setTimer(connection, record, at: attempt.deadline)
        isConnected(attempt, connection, record)
    }

    func timeHasCome(for attempt: Attempt, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        guard loop.now.instant < attempt.deadline, case .racing(let race, let contenders) = attempt.stage else {
            let failure = NetFailure(.timeout, attempt.timeoutText(resolver))
            return finish(connection, record, .failed(failure))
        }
        runRace(race, contenders, attempt, connection, record)
    }
}
