import Hermes
import JSON
import Rules

/// A frame as one line for people: its type, what matters of it, its text in quotes. Never a token.
public enum FrameLine {
    /// - Parameters:
    ///   - sender: whose frame it is.
    ///   - withInterim: states of a message between its first and its last are told too; else nil is.
    public static func text(of bytes: Span<UInt8>, from sender: Role, withInterim: Bool) -> String? {
        switch sender {
        case .device:
            switch DeviceFrame.decode(bytes) {
            case .frame(.message(let message)) where message.isInterim && !withInterim: nil
            case .frame(let frame): text(of: frame, in: bytes)
            case .malformed(let fault): "no frame (\(fault)): \(excerpt(bytes))"
            }
        case .gateway:
            switch GatewayFrame.decode(bytes) {
            case .frame(.message(let message)) where message.isInterim && !withInterim: nil
            case .frame(let frame): text(of: frame, in: bytes)
            case .malformed(let fault): "no frame (\(fault)): \(excerpt(bytes))"
            }
        }
    }

    /// - Parameter bytes: what the frame was decoded from.
    public static func text(of frame: GatewayFrame, in bytes: Span<UInt8>) -> String {
        switch frame {
        case .ready(let ready):
            words("ready", ready.avatarURL.map { "avatar \($0)" }, ready.rest.isEmpty ? nil : short(ready.rest))
        case .typing(let stop): stop ? "typing stops" : "typing"
        case .message(let message): text(of: message)
        case .prompt(let prompt): text(of: prompt)
        case .promptDone(let done): words("prompt_done", id(done.id), done.option, done.expired ? "expired" : nil)
        case .media(let media): text(of: media, in: bytes)
        case .avatar(let state): "avatar \(state.text)"
        case .error(let error): words("error", error.code, error.fatal ? "fatal" : nil, quoted(error.message))
        case .unknown(let t): "\(short(t)) (unknown)"
        }
    }

    public static func text(of frame: DeviceFrame, in bytes: Span<UInt8>) -> String {
        switch frame {
        case .hello(let hello): words("hello", quoted(hello.device.name), hello.device.platform, id(hello.device.id))
        case .text(let text): words("text", quoted(text.text))
        case .message(let message): text(of: message)
        case .media(let media): text(of: media, in: bytes)
        case .audio(let audio): text(of: audio, size: size(audio.data, in: bytes))
        case .answer(let answer): words("prompt", id(answer.prompt), answer.option, answer.text.map(quoted))
        case .unknown(let t): "\(short(t)) (unknown)"
        }
    }

    private static func text(of message: MessageFrame) -> String {
        let state =
            switch (message.edit, message.final) {
            case (false, false): "begins"
            case (true, false): "edit"
            case (false, true): "whole"
            case (true, true): "final"
            }
        return words("message", id(message.id), state, quoted(message.text))
    }

    private static func text(of prompt: Prompt) -> String {
        let command: String? =
            switch prompt.command {
            case .absent: nil
            case .text(let line): "command \(quoted(line))"
            case .malformed: "command that is no text"
            }
        let options = prompt.options.isEmpty ? nil : "[" + prompt.options.map(\.id).joined(separator: " ") + "]"
        return words("prompt", id(prompt.id), prompt.kind.text, quoted(prompt.text), command, options)
    }

    /// A part of a file as it goes out, before its bytes are there.
    static func text(of part: OutgoingPart) -> String {
        switch part.frame {
        case .media(let media): text(of: media, size: bytes(part.size))
        case .audio(let audio): text(of: audio, size: bytes(part.size))
        }
    }

    private static func text(of audio: AudioFrame, size: String) -> String {
        words("audio", audio.format, size, audio.text.map(quoted))
    }

    private static func text(of media: MediaFrame, in bytes: Span<UInt8>) -> String {
        guard case .data(let data) = media.body else { return text(of: media, size: "") }
        return text(of: media, size: size(data, in: bytes))
    }

    private static func text(of media: MediaFrame, size: String) -> String {
        let body: String =
            switch media.body {
            case .url(let url): "link \(withoutQuery(url))"
            case .data: "part \(media.part + 1) of \(media.parts), \(size)"
            }
        return words(
            "media", id(media.head.id), media.head.kind, body, media.head.filename.map(quoted),
            media.head.caption.map(quoted))
    }

    private static func words(_ words: String?...) -> String { words.compactMap { $0 }.joined(separator: " ") }

    private static func id(_ id: String) -> String { id.count > 10 ? id.prefix(8) + "…" : id }

    private static func quoted(_ text: String) -> String { "\"\(short(text))\"" }

    private static func short(_ text: String) -> String { text.count > 160 ? text.prefix(159) + "…" : text }

    /// Of what base64 stands for; escapes, which hardly anybody writes there, count as they stand.
    private static func size(_ data: Base64Field, in message: Span<UInt8>) -> String {
        guard data.range.upperBound <= message.count else { return bytes(data.range.count / 4 * 3) }
        return bytes(Base64.decodedCount(message.extracting(data.range)))
    }

    private static func withoutQuery(_ url: String) -> String {
        url.firstIndex(of: "?").map { url[..<$0] + "?…" } ?? url
    }

    private static func excerpt(_ bytes: Span<UInt8>) -> String {
        var head: [UInt8] = []
        for index in 0..<min(bytes.count, 80) { head.append(bytes[index]) }
        return quoted(String(decoding: head, as: UTF8.self))
    }

    /// `1.5 MiB`
    static func bytes(_ count: Int) -> String {
        if count < 1 << 10 { return "\(count) bytes" }
        let (unit, name) = count < 1 << 20 ? (1 << 10, "KiB") : (1 << 20, "MiB")
        let tenths = (count * 10 + unit / 2) / unit
        return tenths >= 100 ? "\((tenths + 5) / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
}

extension MessageFrame {
    /// Neither its first state nor its last.
    fileprivate var isInterim: Bool { edit && !final }
}
