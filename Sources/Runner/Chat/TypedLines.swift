import Drive
import Files
import Net

/// Standard input, line by line: read on a thread of its own, told on the loop.
enum TypedLines {
    /// - Parameters:
    ///   - take: told each line, without its line break.
    ///   - end: told once, behind the last line.
    static func read<Reader>(
        for reader: Reader, loop: Loop, take: @escaping @Sendable (Reader, String) -> Void,
        end: @escaping @Sendable (Reader) -> Void
    ) throws(ExitFault) {
        let remote = OnLoop(reader, loop: loop)
        let thread = SystemThread {
            while let line = readLine() { remote.perform { take($0, line) } }
            remote.perform { end($0) }
        }
        guard let thread else { throw ExitFault(.fault, "cannot start a thread to read standard input") }
        thread.detach()
    }
}
