import Time
import WebSocket

// Plain HTTP: one answer, then the connection ends.

extension WebSockets {
    /// A client that takes nothing of its answer for that long is dropped.
    private static let patience = Interval.seconds(30)
    private static let piecesAtOnce = 16

    func respond(to request: HTTPRequest, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        let isHead = request.head.method == "HEAD"
        guard request.head.method == "GET" || isHead else {
            return answer(HTTPAnswer(status: 405), connection, record)
        }
        let reply = driver.respond(to: request)
        // The driver may have shut everything down.
        guard table.find(connection) != nil else { return }
        switch reply {
        case nil: answer(HTTPAnswer(status: 404), isHead: isHead, connection, record)
        case .answer(let made): answer(made, isHead: isHead, connection, record)
        case .file(let path, let type, let fields):
            let (made, length, body) = FileBody.open(path, type: type, fields: fields, for: request.head)
            guard let body, !isHead else { return answer(made, length: length, isHead: isHead, connection, record) }
            beginCork(connection)
            made.writeHead(length: length, into: &cork)
            beginExchange(body, connection, record)
        }
    }

    func answer(
        _ answer: HTTPAnswer, length: Int? = nil, isHead: Bool = false, _ connection: Connection,
        _ record: UnsafeMutablePointer<Record>
    ) {
        beginCork(connection)
        if let length, isHead {
            answer.writeHead(length: length, into: &cork)
        } else {
            answer.write(isHead: isHead, into: &cork)
        }
        beginExchange(nil, connection, record)
    }

    private func beginExchange(
        _ body: FileBody?, _ connection: Connection, _ record: UnsafeMutablePointer<Record>
    ) {
        let exchange = Exchange(body)
        record.pointee.phase = .answering(exchange)
        flush()
        advance(exchange, connection, record)
    }

    /// Sends on, and ends when all is sent.
    func advance(_ exchange: Exchange, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        setTimer(connection, record, at: loop.now.instant + WebSockets.patience)
        for _ in 0..<WebSockets.piecesAtOnce {
            if record.pointee.isWriteBroken { return release(connection, record) }
            if record.pointee.outbox != nil { drain(connection, record) }
            if record.pointee.outbox != nil { return waitToWrite(connection, record) }
            switch exchange.body?.read(into: loop.buffer) ?? .finished {
            case .finished: return beginLingering(connection, record, endsFirst: true)
            case .broken: return release(connection, record)
            case .bytes(let count):
                let bytes = UnsafeRawBufferPointer(rebasing: loop.buffer[..<count])
                let written = write(bytes, connection, record)
                if written < count, !record.pointee.isWriteBroken { record.pointee.outbox = Outbox(bytes[written...]) }
            }
        }
        waitToWrite(connection, record)
    }

    /// Only for writing: what the client says meanwhile does not matter, and its end shows when we write.
    private func waitToWrite(_ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        setInterest(.write, connection, record)
    }
}
