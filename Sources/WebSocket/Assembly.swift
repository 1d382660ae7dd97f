// The cold part of a codec: a frame or message that is not whole yet, and compression contexts. It exists from the
// first byte of something unfinished to its last, or as long as a context must be kept (RFC 7692 section 7.1.1).

final class Assembly {
    /// A message that has begun, across its frames.
    struct Message {
        var kind: MessageKind
        var isCompressed: Bool
        var bytes: [UInt8] = []
        var fragments = 1
        private var check = UTF8Check()

        init(kind: MessageKind, isCompressed: Bool) {
            self.kind = kind
            self.isCompressed = isCompressed
        }

        /// Checks what was added behind the first `old` bytes.
        mutating func checkText(from old: Int, isLast: Bool) throws(Failure) {
            guard kind == .text else { return }
            var check = check
            guard check.accept(bytes.span.extracting(droppingFirst: old)) else { throw .invalidUTF8 }
            guard !isLast || check.isComplete else { throw .invalidUTF8 }
            self.check = check
        }
    }

    /// A frame whose payload is under way.
    struct Frame {
        var opcode: Opcode
        var isFinal: Bool
        var remaining: Int
        /// Turned to fit the next byte.
        var mask: UInt32?

        init(_ header: FrameHeader) {
            opcode = header.opcode
            isFinal = header.isFinal
            remaining = header.length
            mask = header.mask
        }
    }

    /// Bytes of a message beyond which the length that its frame announces is believed.
    private static let sizable = 256 << 10

    private(set) var frame: Frame?
    private(set) var message: Message?
    private(set) var headerCount = 0
    private var header = InlineArray<14, UInt8>(repeating: 0)
    private var control: [UInt8] = []
    private var inflater: Inflater?
    var deflater: Deflater?

    /// Nothing is left that must be kept.
    var isDone: Bool { frame == nil && message == nil && headerCount == 0 && inflater == nil && deflater == nil }

    /// The connection is at its end for receiving: only what sending needs stays.
    func dropReceived() {
        frame = nil
        message = nil
        headerCount = 0
        inflater = nil
        control = []
    }

    /// Gathers a header that is cut by the end of an input. nil: all of the input is taken and more is due.
    func readHeader(_ input: Span<UInt8>, at position: inout Int, role: Role) throws(Failure) -> FrameHeader? {
        while true {
            switch FrameHeader.read(header.span.extracting(first: headerCount), role: role) {
            case .header(let header, _):
                headerCount = 0
                return header
            case .failure(let failure): throw failure
            case .incomplete(let size):
                guard position < input.count else { return nil }
                while headerCount < size, position < input.count {
                    header[headerCount] = input[position]
                    headerCount += 1
                    position += 1
                }
            }
        }
    }

    /// Begins a control frame that is not whole in the input.
    func begin(_ header: FrameHeader) -> Codec.Event? {
        frame = Frame(header)
        return nil
    }

    func beginMessage(_ kind: MessageKind, _ header: FrameHeader, limits: Limits) throws(Failure) -> Codec.Event? {
        guard header.isCompressed || header.length <= limits.message else { throw .messageTooBig }
        guard limits.fragments >= 1 else { throw .tooManyFragments }
        message = Message(kind: kind, isCompressed: header.isCompressed)
        frame = Frame(header)
        return nil
    }

    func continueMessage(_ header: FrameHeader, limits: Limits) throws(Failure) -> Codec.Event? {
        guard !header.isCompressed else { throw .reservedBits }
        guard var message = message.take() else { throw .strayContinuation }
        guard message.isCompressed || header.length <= limits.message - message.bytes.count else {
            throw .messageTooBig
        }
        guard message.fragments < limits.fragments else { throw .tooManyFragments }
        message.fragments += 1
        self.message = message
        frame = Frame(header)
        return nil
    }

    /// Takes what the input holds of the frame under way. nil: the input is at its end, or the frame and not its message.
    func take(
        _ input: inout MutableSpan<UInt8>, at position: inout Int, limits: Limits, _ compression: Compression?
    ) throws(Failure) -> Codec.Event? {
        guard var frame else { return nil }
        let range = position..<position + min(frame.remaining, input.count - position)
        if let mask = frame.mask { frame.mask = Mask.apply(mask, to: &input, in: range) }
        position = range.upperBound
        frame.remaining -= range.count
        self.frame = frame.remaining == 0 ? nil : frame
        let chunk = input.span.extracting(range)
        if frame.opcode.isControl {
            control.append(chunk)
            guard frame.remaining == 0 else { return nil }
            let bytes = control
            control = []
            return try ControlFrame.event(frame.opcode, .assembled(bytes), bytes.span)
        }
        return try take(chunk, isLast: frame.isFinal && frame.remaining == 0, limits: limits, compression)
    }

    /// Takes a piece of the message's payload.
    private func take(
        _ chunk: Span<UInt8>, isLast: Bool, limits: Limits, _ compression: Compression?
    ) throws(Failure) -> Codec.Event? {
        guard var message = message.take() else { return nil }
        let old = message.bytes.count
        if message.isCompressed, let compression {
            let inflater = try opened(compression.receiving)
            do throws(Failure) {
                try inflater.inflate(chunk, isLast: isLast, into: &message.bytes, limit: limits.message)
            } catch {
                // What came out before is judged first, so that the verdict does not hang on how the bytes were cut.
                try message.checkText(from: old, isLast: false)
                throw error
            }
            if isLast, !compression.receiving.keepsContext { self.inflater = nil }
        } else {
            // Once so much has really come, the rest of the frame gets its place at once, and no more than it needs.
            if message.bytes.count >= Self.sizable {
                let whole = message.bytes.count + chunk.count + (frame?.remaining ?? 0)
                if message.bytes.capacity < whole { message.bytes.reserveCapacity(whole) }
            }
            message.bytes.append(chunk)
        }
        try message.checkText(from: old, isLast: isLast)
        guard isLast else {
            self.message = message
            return nil
        }
        return .message(message.kind, .assembled(message.bytes))
    }

    private func opened(_ direction: Compression.Direction) throws(Failure) -> Inflater {
        if let inflater { return inflater }
        let opened = try Inflater(windowBits: direction.windowBits)
        inflater = opened
        return opened
    }
}

extension Array where Element == UInt8 {
    mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}
