import CZlib

// Inflates the messages of one direction (RFC 7692 section 7.2.2), a piece at a time and never past a limit: of a
// deflate bomb no more is ever produced than the limit and one byte.

final class Inflater {
    // zlib's state points back at its stream, so the stream has to stay where it is.
    private let stream: UnsafeMutablePointer<z_stream>
    /// The last byte taken ended a final block, and nothing followed.
    private var hasEnded = false

    /// What a sender cuts off each message's end.
    private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]
    /// Bytes inflated at a time, on the stack.
    private static let step = 16 << 10

    /// - Parameter windowBits: as agreed. A sender that reaches back further breaks its word; zlib sees that only where
    ///   the data is no longer in the piece that it inflates, so such a message may pass or fail.
    init(windowBits: UInt8) throws(Failure) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard zlib_inflate_raw(stream, Int32(windowBits)) == Z_OK else { throw .badDeflate }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Inflates `input` behind what `out` holds.
    /// - Parameters:
    ///   - isLast: the message ends here.
    ///   - limit: bytes that `out` may hold.
    func inflate(_ input: Span<UInt8>, isLast: Bool, into out: inout [UInt8], limit: Int) throws(Failure) {
        if !input.isEmpty { try run(input, into: &out, limit: limit) }
        guard isLast, !hasEnded else { return }
        try run(Self.tail.span, into: &out, limit: limit)
        // zlib's sign for "between two blocks": else the data stopped inside one.
        guard stream.pointee.data_type & 128 != 0 else { throw .badDeflate }
    }

    private func run(_ input: Span<UInt8>, into out: inout [UInt8], limit: Int) throws(Failure) {
        hasEnded = false
        // zlib counts in 32 bits.
        var rest = input
        repeat {
            let piece = rest.extracting(first: 1 << 30)
            rest = rest.extracting(droppingFirst: 1 << 30)
            let failure = piece.withUnsafeBufferPointer { inflateAll($0, into: &out, limit: limit) }
            if let failure { throw failure }
        } while !rest.isEmpty
    }

    // Safe: zlib reads inside `input` and writes inside `scratch`, whose sizes it is told.
    private func inflateAll(_ input: UnsafeBufferPointer<UInt8>, into out: inout [UInt8], limit: Int) -> Failure? {
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        defer { (stream.pointee.next_in, stream.pointee.next_out) = (nil, nil) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.step) { scratch in
            while true {
                let room = min(Self.step - 1, max(0, limit - out.count)) + 1
                stream.pointee.next_out = scratch.baseAddress
                stream.pointee.avail_out = UInt32(room)
                let result = CZlib.inflate(stream, Z_SYNC_FLUSH)
                let produced = room - Int(stream.pointee.avail_out)
                let fits = min(produced, max(0, limit - out.count))
                out.append(contentsOf: scratch[..<fits])
                guard fits == produced else { return .messageTooBig }
                switch result {
                case Z_OK:
                    if stream.pointee.avail_in == 0, produced < room { return nil }
                case Z_BUF_ERROR: return nil
                case Z_STREAM_END:
                    // A final block ends the stream, not the message; the window stays (section 7.2.3.4).
                    guard inflateResetKeep(stream) == Z_OK else { return .badDeflate }
                    guard stream.pointee.avail_in > 0 else {
                        hasEnded = true
                        return nil
                    }
                default: return .badDeflate
                }
            }
        }
    }
}
