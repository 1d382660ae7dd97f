import CSystem
import Drive
import Net

/// The reading end of a pipe, on a loop.
final class PipeReader: LoopMember {
    private let loop: Loop
    private let descriptor: Int32
    private var seat: Seat?
    private let heard: (ArraySlice<UInt8>) -> Void
    private let ended: () -> Void
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    /// - Parameters:
    ///   - descriptor: it is closed with this.
    ///   - ended: the other end is closed.
    init(
        _ descriptor: Int32, loop: Loop, heard: @escaping (ArraySlice<UInt8>) -> Void, ended: @escaping () -> Void
    ) throws(ExitFault) {
        self.loop = loop
        self.descriptor = descriptor
        self.heard = heard
        self.ended = ended
        _ = system_set_nonblocking(descriptor)
        let seat = loop.join(self)
        self.seat = seat
        do throws(NetFailure) { try loop.watch(descriptor, for: .read, seat: seat, token: 0) } catch {
            loop.leave(seat)
            throw ExitFault(.fault, error.text)
        }
    }

    func ready(_ token: UInt64, _ readiness: Readiness) {
        for _ in 0..<16 {
            let count = CSystem.read(descriptor, &buffer, buffer.count)
            if count > 0 {
                heard(buffer[..<count])
                if seat == nil { return }
                continue
            }
            if count < 0, system_errno() == EAGAIN || system_errno() == EINTR { return }
            end()
            return ended()
        }
    }

    func end() {
        guard let seat else { return }
        loop.unwatch(descriptor)
        loop.leave(seat)
        self.seat = nil
        _ = CSystem.close(descriptor)
    }
}
