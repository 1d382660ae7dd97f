import CSystem

/// The kernel's own small files, which say that they are empty until they are read.
enum ProcFile {
    /// At most 4 KiB; empty if it cannot be read.
    static func text(_ path: String) -> String {
        let descriptor = system_open_reading(path)
        guard descriptor >= 0 else { return "" }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : ""
    }

    /// The numbers in it, as far as there are such; others count as 0.
    static func numbers(_ path: String) -> [Int] {
        text(path).split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" }).map { Int($0) ?? 0 }
    }
}
