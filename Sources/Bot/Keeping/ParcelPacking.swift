import Rules
import Time

// A parcel that an earlier process left goes again as if the connection had ended: a stream as one last edit, a transfer
// from its start.

extension Packer {
    mutating func put(_ parcel: Parcel, now: Now) {
        put(parcel.number)
        put(parcel.rule)
        put(parcel.since, now: now)
        put(parcel.passesClarify)
        put(parcel.follows.map { Int(bitPattern: UInt($0)) })
        put(parcel.onlyOnce)
        switch parcel.content {
        case .text(let id, let text):
            put(UInt8(0))
            put(id)
            put(text)
        case .answer(let prompt, let option, let text):
            put(UInt8(1))
            put(prompt)
            put(option)
            put(text)
        case .stream(let stream):
            put(UInt8(2))
            put(stream.id)
            put(stream.text)
            put(stream.closes)
        case .upload(let upload, let offered):
            put(UInt8(3))
            put(upload)
            put(offered)
        case .frame(let bytes, let kind, let about):
            put(UInt8(4))
            put(bytes)
            put(kind.rawValue)
            put(about)
        }
    }

    mutating func put(_ upload: Upload) {
        switch upload.source {
        case .file(let file):
            put(UInt8(0))
            put(file)
        case .path(let path):
            put(UInt8(1))
            put(path)
        }
        put(upload.id)
        put(upload.kind)
        put(upload.mime)
        put(upload.filename)
        put(upload.caption)
        put(upload.asAudio)
        put(upload.partSize)
        put(upload.maxFrame)
    }

    mutating func put(_ file: MediaFile) {
        put(file.handle)
        put(file.size)
        put(file.mime)
    }
}

extension Unpacker {
    mutating func parcel(now: Now) throws(PackingFault) -> Parcel {
        let number = try counter()
        let rule = try textIfAny()
        let since = try instant(now: now)
        let passesClarify = try flag()
        let follows = try intIfAny().map { UInt64(UInt(bitPattern: $0)) }
        let onlyOnce = try flag()
        let content: Parcel.Content
        switch try byte() {
        case 0: content = .text(id: try text(), try text())
        case 1: content = .answer(prompt: try text(), option: try textIfAny(), text: try textIfAny())
        case 2:
            content = .stream(
                TextStream(
                    id: try text(), text: try text(), isWhole: true, style: nil, closes: try flag(), hasBegun: true,
                    now: now.instant))
        case 3: content = .upload(try upload(), offered: try flag())
        case 4:
            let bytes = try data()
            guard let kind = Outgoing(rawValue: try byte()) else { throw PackingFault() }
            content = .frame(bytes, kind, about: try textIfAny())
        default: throw PackingFault()
        }
        var parcel = Parcel(
            number: number, content: content, rule: rule, since: since, passesClarify: passesClarify, follows: follows,
            onlyOnce: onlyOnce)
        parcel.isRestored = true
        if case .stream = content { parcel.progress = .ending }
        return parcel
    }

    mutating func upload() throws(PackingFault) -> Upload {
        let source: Upload.Source
        switch try byte() {
        case 0: source = .file(try file())
        case 1: source = .path(try text())
        default: throw PackingFault()
        }
        var upload = Upload(source: source, id: try text(), partSize: 1)
        upload.kind = try textIfAny()
        upload.mime = try textIfAny()
        upload.filename = try textIfAny()
        upload.caption = try textIfAny()
        upload.asAudio = try flag()
        upload.partSize = max(1, try int())
        upload.maxFrame = try int()
        return upload
    }

    mutating func file() throws(PackingFault) -> MediaFile {
        MediaFile(handle: try text(), size: try int(), mime: try text())
    }
}
