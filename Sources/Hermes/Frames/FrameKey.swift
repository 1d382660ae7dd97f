/// The keys that frames have, in either direction, with those of the objects inside them.
enum FrameKey: UInt8, CaseIterable {
    case t, id, text, edit, final
    case kind, mime, filename, caption, part, parts, data, url
    case promptID, optionID, options, label, style, command, expired
    case v, token, device, user, name, platform, appVersion
    case format, stop, state, code, message, fatal, avatarURL

    var name: String {
        switch self {
        case .promptID: "prompt_id"
        case .optionID: "option_id"
        case .appVersion: "app_version"
        case .avatarURL: "avatar_url"
        default: "\(self)"
        }
    }

    var bit: UInt64 { 1 &<< UInt64(rawValue) }

    /// Those that come most often stand first.
    @inline(__always)
    init?(_ name: ShortName) {
        switch name {
        case "t": self = .t
        case "id": self = .id
        case "text": self = .text
        case "edit": self = .edit
        case "final": self = .final
        case "kind": self = .kind
        case "mime": self = .mime
        case "filename": self = .filename
        case "caption": self = .caption
        case "part": self = .part
        case "parts": self = .parts
        case "data": self = .data
        case "url": self = .url
        case "prompt_id": self = .promptID
        case "option_id": self = .optionID
        case "options": self = .options
        case "label": self = .label
        case "style": self = .style
        case "command": self = .command
        case "expired": self = .expired
        case "v": self = .v
        case "token": self = .token
        case "device": self = .device
        case "user": self = .user
        case "name": self = .name
        case "platform": self = .platform
        case "app_version": self = .appVersion
        case "format": self = .format
        case "stop": self = .stop
        case "state": self = .state
        case "code": self = .code
        case "message": self = .message
        case "fatal": self = .fatal
        case "avatar_url": self = .avatarURL
        default: return nil
        }
    }
}
