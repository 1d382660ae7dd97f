// The WebSocket protocol behind the upgrade (RFC 6455 sections 5 to 8, RFC 7692), for either end, as one value: fed
// bytes in pieces of any size, it gives back events; told to send, it appends bytes. It opens nothing and waits for
// nothing. Idle it is a few words: what a frame or message under way needs is boxed and freed with its end.

/// One end of an open WebSocket connection.
///
///     var position = 0
///     while let event = codec.next(&input, at: &position, limits: limits) {
///         switch event {
///         case .message(let kind, let payload): payload.withBytes(in: input.span) { handle(kind, $0) }
///         case .ping(let payload): payload.withBytes(in: input.span) { codec.pong($0, mask: key, into: &out) }
///         case .pong: break
///         case .close(let code, _): codec.close(code: code, mask: key, into: &out)  // then flush and shut down
///         case .failure(let failure): codec.close(code: failure.closeCode, mask: key, into: &out)  // the same
///         }
///     }
public struct Codec: ~Copyable {
    public enum Event: Equatable, Sendable {
        /// A whole message; text is UTF-8.
        case message(MessageKind, Payload)
        /// To be answered with `pong` and the same payload.
        case ping(Payload)
        case pong(Payload)
        /// The peer's close frame; 1005 where it has no code. Nothing comes after it.
        case close(code: UInt16, reason: String)
        /// The peer broke the protocol or a limit. Nothing comes after it.
        case failure(Failure)
    }

    /// Where an event's bytes are.
    public enum Payload: Equatable, Sendable {
        /// In the input that was handed to `next`, unmasked there, until that buffer is used again.
        case input(Range<Int>)
        case assembled([UInt8])

        public var count: Int {
            switch self {
            case .input(let range): range.count
            case .assembled(let bytes): bytes.count
            }
        }

        /// The bytes, from wherever they are.
        /// - Parameter input: what was handed to `next`.
        public func withBytes<Result>(in input: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result {
            switch self {
            case .input(let range): body(input.extracting(range))
            case .assembled(let bytes): body(bytes.span)
            }
        }
    }

    public let role: Role
    /// A close frame was written; no more messages are.
    public private(set) var isClosing = false
    /// The peer's close frame or its failure was reported; its further bytes are passed over.
    public private(set) var isFinished = false
    let compression: Compression?
    var cold: Assembly?

    /// - Parameter compression: what the upgrade agreed on, nil for none.
    public init(role: Role, compression: Compression? = nil) {
        self.role = role
        self.compression = compression
    }

    /// Nothing is half received and no compression context is kept: the codec holds no memory beside itself.
    public var isIdle: Bool { cold == nil }

    /// Reads on in `input` from `position`, and moves that behind what it took.
    /// - Parameter input: bytes as they came; payload in it is unmasked in place.
    /// - Returns: the next event, or nil once all of the input is taken.
    public mutating func next(_ input: inout MutableSpan<UInt8>, at position: inout Int, limits: Limits) -> Event? {
        guard !isFinished else {
            position = input.count
            return nil
        }
        do throws(Failure) {
            let event = try advance(&input, at: &position, limits: limits)
            if case .close = event { finish() } else if let cold, cold.isDone { self.cold = nil }
            return event
        } catch {
            finish()
            return .failure(error)
        }
    }

    private mutating func finish() {
        isFinished = true
        cold?.dropReceived()
        if let cold, cold.isDone { self.cold = nil }
    }

    private mutating func advance(
        _ input: inout MutableSpan<UInt8>, at position: inout Int, limits: Limits
    ) throws(Failure) -> Event? {
        while true {
            if let cold, cold.frame != nil {
                if let event = try cold.take(&input, at: &position, limits: limits, compression) { return event }
                if cold.frame != nil { return nil }
                continue
            }
            guard position < input.count else { return nil }
            guard let header = try readHeader(input.span, at: &position) else { return nil }
            if let event = try begin(header, &input, at: &position, limits: limits) { return event }
        }
    }

    /// Reads a header, over the end of the input if need be.
    private mutating func readHeader(_ input: Span<UInt8>, at position: inout Int) throws(Failure) -> FrameHeader? {
        if let cold, cold.headerCount > 0 { return try cold.readHeader(input, at: &position, role: role) }
        switch FrameHeader.read(input.extracting(droppingFirst: position), role: role) {
        case .header(let header, let size):
            position += size
            return header
        case .incomplete: return try opened().readHeader(input, at: &position, role: role)
        case .failure(let failure): throw failure
        }
    }

    /// Checks a frame against the message it belongs to, and takes a frame that is whole and plain where it lies.
    private mutating func begin(
        _ header: FrameHeader, _ input: inout MutableSpan<UInt8>, at position: inout Int, limits: Limits
    ) throws(Failure) -> Event? {
        let isWhole = header.length <= input.count - position
        if header.opcode.isControl {
            guard isWhole else { return opened().begin(header) }
            let range = position..<position + header.length
            if let mask = header.mask { Mask.apply(mask, to: &input, in: range) }
            position = range.upperBound
            return try ControlFrame.event(header.opcode, .input(range), input.span.extracting(range))
        }
        guard header.length <= limits.frame else { throw .frameTooBig }
        guard !header.isCompressed || compression != nil else { throw .reservedBits }
        guard let kind = MessageKind(rawValue: header.opcode.rawValue) else {
            guard let cold, cold.message != nil else { throw .strayContinuation }
            return try cold.continueMessage(header, limits: limits)
        }
        guard cold?.message == nil else { throw .interleavedMessage }
        guard isWhole, header.isFinal, !header.isCompressed else {
            return try opened().beginMessage(kind, header, limits: limits)
        }
        guard header.length <= limits.message else { throw .messageTooBig }
        let range = position..<position + header.length
        if let mask = header.mask { Mask.apply(mask, to: &input, in: range) }
        if kind == .text {
            var check = UTF8Check()
            guard check.accept(input.span.extracting(range)), check.isComplete else { throw .invalidUTF8 }
        }
        position = range.upperBound
        return .message(kind, .input(range))
    }

    mutating func opened() -> Assembly {
        if let cold { return cold }
        let assembly = Assembly()
        cold = assembly
        return assembly
    }

    mutating func markClosing() { isClosing = true }
}
