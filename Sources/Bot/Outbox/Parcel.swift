import Rules
import Time

/// One thing on its way to the peer, until it is known to be there.
struct Parcel: Sendable {
    /// Texts come by the ten thousand: the large cases are boxed, so that a parcel stays small.
    enum Content: Sendable {
        /// A `text` frame of a device.
        case text(id: String, String)
        /// A device's answer to a prompt.
        case answer(prompt: String, option: String?, text: String?)
        /// `message` frames, whole or growing.
        indirect case stream(TextStream)
        /// A file in parts, or (`offered`) as a URL of the gateway's own.
        indirect case upload(Upload, offered: Bool)
        /// A frame as it stands, with the id of the prompt that it is about.
        case frame([UInt8], Outgoing, about: String?)

        /// Bytes that grow with what is said.
        var size: Int {
            switch self {
            case .text(_, let text): text.utf8.count
            case .answer(_, _, let text): text?.utf8.count ?? 0
            case .stream(let stream): stream.text.utf8.count
            case .upload(let upload, _): upload.caption?.utf8.count ?? 0
            case .frame(let bytes, _, _): bytes.count
            }
        }
    }

    enum Progress: Sendable, Equatable {
        /// To be handed over, or for a stream to begin, as soon as the road allows it.
        case waiting
        /// A stream that shows its states.
        case growing
        /// A stream whose last frame is to be handed over.
        case ending
        case uploading(Ticket)
        /// Handed over, with no ping behind it yet.
        case sent
        /// Handed over, with this ping behind it.
        case marked(UInt64)
    }

    let number: UInt64
    var content: Content
    var progress = Progress.waiting
    /// The rule that sent it, for `result`; nil where nobody asks.
    var rule: String?
    /// Since when it waits: a held reply waits 60 s at most.
    var since: Instant
    /// Sent also while a clarify is open.
    var passesClarify = false
    /// Of an earlier process: nobody knows how much of it has been seen.
    var isRestored = false
    /// It was said that an open clarify holds it.
    var isSaidHeld = false
    /// It goes after that parcel has ended: the parts of a long reply, one after the other.
    var follows: UInt64?
    /// Handed over once, and never again.
    var onlyOnce = false

    /// Prompt answers and last edits go before all else when the budget is short.
    var isUrgent: Bool {
        switch (content, progress) {
        case (.answer, .waiting), (.stream, .ending): true
        default: false
        }
    }

    /// Plain text that could be taken for the answer of an open clarify. A stream that has begun goes on.
    var waitsForClarify: Bool {
        guard !passesClarify else { return false }
        return switch (content, progress) {
        case (.text, .waiting), (.stream, .waiting): true
        case (.stream, .ending): isRestored
        default: false
        }
    }

    var wasHandedOver: Bool {
        switch progress {
        case .sent, .marked: true
        case .waiting, .growing, .ending, .uploading: false
        }
    }

    /// The file that is freed when the parcel is gone.
    var file: MediaFile? {
        if case .upload(let upload, _) = content, case .file(let file) = upload.source { file } else { nil }
    }
}
