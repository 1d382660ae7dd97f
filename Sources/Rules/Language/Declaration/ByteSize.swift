/// A number of bytes as files write it: `500B`, `64kB`, `25MB`, `1GB` (powers of 1,000), `4KiB`, `3MiB`, `1GiB` (of 1,024).
public enum ByteSize {
    public static func parse(_ text: String) -> Result<Int, TextFault> {
        let digits = text.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 }
        let fault = TextFault(
            .badSize, "\(quoted(text)) is not a size",
            hint: "a whole number and a unit, nothing between: \"500B\", \"64kB\", \"25MB\", \"3MiB\", \"1GB\"")
        guard let scale = scale(of: String(text.dropFirst(digits.count))), !digits.isEmpty else {
            return .failure(fault)
        }
        guard let count = Int(String(Substring(digits))) else { return .failure(fault) }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: scale)
        if overflow || bytes > 1 << 50 {
            return .failure(TextFault(.outOfRange, "\(quoted(text)) is too large", hint: "at most 1 PiB"))
        }
        return .success(bytes)
    }

    private static func scale(of unit: String) -> Int? {
        switch unit {
        case "B": 1
        case "kB", "KB": 1_000
        case "MB": 1_000_000
        case "GB": 1_000_000_000
        case "KiB": 1 << 10
        case "MiB": 1 << 20
        case "GiB": 1 << 30
        default: nil
        }
    }
}
