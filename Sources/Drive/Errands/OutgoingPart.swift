import Hermes

/// A part of a file as it begins to leave: what its frame says, without the bytes, which are not all there yet.
public struct OutgoingPart: Sendable {
    enum Frame: Sendable {
        case media(MediaFrame)
        case audio(AudioFrame)
    }

    let frame: Frame
    /// Raw bytes.
    let size: Int
}
