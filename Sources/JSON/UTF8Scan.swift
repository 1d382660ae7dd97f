enum UTF8Scan {
    /// Bytes of the well-formed UTF-8 sequence at `index` (Unicode standard, table 3-7): 1 to 4, or 0 if there is none.
    @inline(__always)
    static func length(_ bytes: Span<UInt8>, at index: Int) -> Int {
        let first = bytes[index]
        if first < 0x80 { return 1 }
        let left = bytes.count &- index
        guard left >= 2 else { return 0 }
        let second = bytes[index &+ 1]
        switch first {
        case 0xC2...0xDF:
            return second & 0xC0 == 0x80 ? 2 : 0
        case 0xE0...0xEF:
            let least: UInt8 = first == 0xE0 ? 0xA0 : 0x80
            let most: UInt8 = first == 0xED ? 0x9F : 0xBF
            guard left >= 3, second >= least, second <= most, bytes[index &+ 2] & 0xC0 == 0x80 else { return 0 }
            return 3
        case 0xF0...0xF4:
            let least: UInt8 = first == 0xF0 ? 0x90 : 0x80
            let most: UInt8 = first == 0xF4 ? 0x8F : 0xBF
            guard left >= 4, second >= least, second <= most, bytes[index &+ 2] & 0xC0 == 0x80,
                bytes[index &+ 3] & 0xC0 == 0x80
            else { return 0 }
            return 4
        default:
            return 0
        }
    }
}
