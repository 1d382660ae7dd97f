import Glibc

/// What a command is given where `-` stands.
public enum StandardInput {
    /// Bytes that are read at most.
    public static let most = 16 << 20

    /// All of it, without one line break at its end.
    public static func text() throws(ExitFault) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(0, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw ExitFault(.noInput, "standard input cannot be read") }
            if count == 0 { break }
            bytes += buffer[..<count]
            if bytes.count > most { throw ExitFault(.usage, "standard input holds more than \(most >> 20) MiB") }
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ExitFault(.usage, "standard input is not UTF-8")
        }
        return text
    }
}
