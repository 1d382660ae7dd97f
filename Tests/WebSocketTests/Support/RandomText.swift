import Random

extension SplitMix {
    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

    /// Text of `count` scalars, of one to four bytes each.
    mutating func text(_ count: Int) -> String {
        var text = String.UnicodeScalarView()
        while text.count < count {
            let range: ClosedRange<UInt32> = [0x20...0x7E, 0xA0...0x7FF, 0x800...0xFFFF, 0x10000...0x10FFFF][
                Int.random(in: 0..<4, using: &self)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) { text.append(scalar) }
        }
        return String(text)
    }
}
