import Bot
import Rules
import Time

// What a bot sends somebody for: fetches that the script answers, and files that stand in for real ones.

extension VirtualBot {
    func fetch(_ ticket: Ticket, _ request: FetchRequest) {
        if script.world != nil {
            let (time, fetch) = script.recordedFetch(of: request.url)
            return script.schedule(
                .fetched(ticket, files.standIn(for: fetch, request)), of: ticket, at: max(time, now.instant))
        }
        cause(.event(.fetched(ticket, files.answer(script.answer(to: request.url), to: request, surroundings))))
    }

    func begin(_ upload: Upload, _ ticket: Ticket) {
        switch bytes(of: upload.source) {
        case .failure(let fault): cause(.event(.uploaded(ticket, failure: fault.reason)))
        case .success(let bytes):
            switch UploadFrames.make(upload, bytes, type(of: upload.source, bytes)) {
            case .failure(let fault): cause(.event(.uploaded(ticket, failure: fault.reason)))
            case .success(let frames):
                files.uploads[ticket] = frames
                sendParts(ticket, allowing: upload.credit ?? frames.count)
            }
        }
    }

    func sendParts(_ ticket: Ticket, allowing count: Int) {
        guard let frames = files.uploads[ticket] else { return }
        for frame in frames.prefix(count) { out(frame, .raw) }
        files.uploads[ticket] = count < frames.count ? frames.dropFirst(count) : nil
        if count >= frames.count { cause(.event(.uploaded(ticket, failure: nil))) }
    }

    func offer(_ upload: Upload, _ ticket: Ticket) {
        switch bytes(of: upload.source) {
        case .failure(let fault): cause(.event(.uploaded(ticket, failure: fault.reason)))
        case .success(let bytes):
            out(UploadFrames.link(upload, type(of: upload.source, bytes)), .raw)
            cause(.event(.uploaded(ticket, failure: nil)))
        }
    }

    /// A file that a script stands in for is of the type that the script says, whatever its bytes.
    private func type(of source: Upload.Source, _ bytes: [UInt8]) -> (mime: String, kind: String) {
        let sniffed = surroundings.sniff(bytes)
        guard case .file(let file) = source, file.mime != sniffed.mime else { return sniffed }
        return (file.mime, VirtualFiles.kind(of: file.mime))
    }

    private func bytes(of source: Upload.Source) -> Result<[UInt8], Surroundings.Unreadable> {
        switch source {
        case .file(let file): files.bytes(of: file)
        case .path(let path): surroundings.read(RelativePath.resolve(path, from: folderOf))
        }
    }
}
