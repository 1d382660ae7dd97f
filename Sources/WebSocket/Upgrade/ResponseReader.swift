// Gathers the head of the answer to a request. A server may say 1xx before it as often as it likes (RFC 9110 section
// 15.2), such as 100 and 103; that is passed over, up to a bound.

/// Reads bytes of any cut into the head of the final response.
public struct ResponseReader: Sendable {
    public enum Progress: Sendable, Equatable {
        /// All of the input is taken and more is due.
        case more
        case head(ResponseHead)
        case failure(HeadFault)
    }

    private static let mostInterim = 16
    private let limits: HeadLimits
    private var reader: HeadReader
    private var interim = 0

    public init(limits: HeadLimits = HeadLimits()) {
        self.limits = limits
        reader = HeadReader(limits: limits)
    }

    /// Takes bytes in from `position`, and moves that behind the head: what follows belongs to the codec or a body.
    public mutating func read(_ input: Span<UInt8>, at position: inout Int) -> Progress {
        while true {
            switch reader.read(input, at: &position) {
            case .more: return .more
            case .failure(let fault): return .failure(fault)
            case .head(let bytes):
                do throws(HeadFault) {
                    let head = try ResponseHead(bytes, limits: limits)
                    guard head.isInterim else { return .head(head) }
                    guard interim < ResponseReader.mostInterim else { return .failure(.tooManyInterim) }
                    interim += 1
                } catch { return .failure(error) }
            }
        }
    }
}
