import CBrotli

/// Unpacks brotli (RFC 7932), in no more memory than an allowance has left.
final class BrotliUnpacking: Unpacking {
    /// What the decoder's calls for memory are about. It outlives the decoder.
    private final class Ration {
        let allowance: UnpackingAllowance
        var wasRefused = false
        init(_ allowance: UnpackingAllowance) { self.allowance = allowance }
    }

    private let ration: Ration
    /// Nil: there was not even the memory to begin.
    private let decoder: OpaquePointer?
    private(set) var isWhole = false

    /// Bytes unpacked at a time, on the stack.
    private static let step = 16 << 10

    init(_ allowance: UnpackingAllowance) {
        ration = Ration(allowance)
        decoder = BrotliDecoderCreateInstance(
            { context, size in
                guard let context else { return nil }
                let ration = Unmanaged<Ration>.fromOpaque(context).takeUnretainedValue()
                guard ration.allowance.most - ration.allowance.used >= size, let memory = malloc(size) else {
                    ration.wasRefused = true
                    return nil
                }
                if ration.allowance.take(malloc_usable_size(memory)) { return memory }
                free(memory)
                ration.wasRefused = true
                return nil
            },
            { context, memory in
                guard let context, let memory else { return }
                Unmanaged<Ration>.fromOpaque(context).takeUnretainedValue().allowance.giveBack(
                    malloc_usable_size(memory))
                free(memory)
            }, Unmanaged.passUnretained(ration).toOpaque())
    }

    deinit { BrotliDecoderDestroyInstance(decoder) }

    // Safe: the decoder reads inside `packed` and writes inside `scratch`, whose sizes it is told.
    func take(_ packed: UnsafeRawBufferPointer, _ each: (UnsafeRawBufferPointer) -> Bool) -> UnpackingStep {
        if isWhole { return .well }
        guard decoder != nil else { return .noMemory }
        var next = packed.bindMemory(to: UInt8.self).baseAddress
        var left = packed.count
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.step) { scratch in
            while true {
                var room = scratch.count
                var end = scratch.baseAddress
                let result = BrotliDecoderDecompressStream(decoder, &left, &next, &room, &end, nil)
                let produced = UnsafeRawBufferPointer(
                    rebasing: UnsafeRawBufferPointer(scratch)[..<(scratch.count - room)])
                if !produced.isEmpty, !each(produced) { return .stopped }
                switch result {
                case BROTLI_DECODER_RESULT_SUCCESS:
                    isWhole = true
                    return .well
                case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return .well
                case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
                default: return ration.wasRefused ? .noMemory : .garbled
                }
            }
        }
    }
}
