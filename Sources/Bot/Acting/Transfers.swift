import Rules
import Time

// `media`, `audio`, `save` and `http`: what a rule fetches, sends and keeps.

extension Bot {
    mutating func post(
        _ media: MediaPost, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        begin(media.source, action, by: this, now: now, into: &effects)
    }

    mutating func play(
        _ source: MediaSource, transcript: Template?, _ action: Action, by this: Acting, now: Now,
        into effects: inout Effects
    ) -> Outcome {
        begin(source, action, by: this, now: now, into: &effects)
    }

    private mutating func begin(
        _ source: MediaSource, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        switch source {
        case .file(let path):
            acted(action, by: this, path, into: &effects)
            let name = path.split(separator: "/").last.map(String.init)
            return upload(.path(path), named: name, action, by: this, now: now, into: &effects)
        case .url(let template, let literalOrigin):
            let url = render(template, by: this, now: now)
            acted(action, by: this, url, into: &effects)
            if let fault = url.faultInURL { return .failed(fault) }
            var request = FetchRequest(url: url, trusted: literalOrigin)
            request.fromServer = this.scene.occurrence.trigger == .media && this.scene.occurrence.url == url
            let ticket = newTicket()
            effects.append(.fetch(ticket, request))
            return .waits(.fetch(ticket))
        }
    }

    /// Puts a file on its way; the rule waits until its last part is handed over.
    /// - Parameter name: what the file is called where it comes from. A rule's own name goes before it; an empty one is none.
    private mutating func upload(
        _ source: Upload.Source, named name: String?, _ action: Action, by this: Acting, now: Now,
        into effects: inout Effects
    ) -> Outcome {
        guard outbox.room > 0 else { return .failed("the outbox is full") }
        let scope = scope(this, now: now)
        var upload = Upload(source: source, id: newID(), partSize: blueprint.limits.part)
        upload.maxFrame = blueprint.limits.frame
        var offered = false
        switch action.step {
        case .media(let media):
            upload.kind = media.kind
            upload.mime = media.mime
            upload.filename = media.filename.map { blueprint.program.render($0, scope) } ?? name
            if upload.filename?.isEmpty == true { upload.filename = nil }
            upload.caption = media.caption.map { blueprint.program.render($0, scope) }
            offered = media.asURL
        case .audio(_, let transcript):
            upload.asAudio = true
            upload.caption = transcript.map { blueprint.program.render($0, scope) }
        default: break
        }
        let number = post(.upload(upload, offered: offered), rule: resultRule(this), now: now, into: &effects)
        return .waits(.parcel(number))
    }

    mutating func save(
        _ folder: String?, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        let occurrence = this.scene.occurrence
        if let file = this.scene.file {
            let ticket = newTicket()
            let request = SaveRequest(filename: occurrence.filename, id: occurrence.id ?? "", folder: folder)
            effects.append(.save(ticket, file, request))
            return .waits(.save(ticket, fetched: nil))
        }
        guard let url = occurrence.url else { return .failed("the event has no file") }
        if let fault = url.faultInURL { return .failed(fault) }
        var request = FetchRequest(url: url, trusted: false)
        request.fromServer = true
        let ticket = newTicket()
        effects.append(.fetch(ticket, request))
        return .waits(.fetchToSave(ticket))
    }

    mutating func call(
        _ call: HTTPCall, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        let scope = scope(this, now: now)
        let url = blueprint.program.render(call.url, scope)
        acted(action, by: this, "\(call.method) \(url)", into: &effects)
        if let fault = url.faultInURL { return .failed(fault) }
        var request = FetchRequest(url: url, trusted: call.literalOrigin)
        request.method = call.method
        for header in call.headers {
            let value = blueprint.program.render(header.value, scope)
            guard !value.hasControl else { return .failed("a control character in header \"\(header.name)\"") }
            request.headers.append(.init(name: header.name, value: value))
        }
        switch call.body {
        case nil: break
        case .text(let template): request.body = Array(blueprint.program.render(template, scope).utf8)
        case .json(let template):
            blueprint.program.render(template, scope, into: &request.body)
            if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                request.headers.append(.init(name: "content-type", value: "application/json"))
            }
        }
        let ticket = newTicket()
        effects.append(.fetch(ticket, request))
        return .waits(.call(ticket))
    }

    // MARK: What came of it

    mutating func fetched(_ ticket: Ticket, _ outcome: FetchOutcome, now: Now, into effects: inout Effects) {
        guard var this = acting(for: ticket),
            let action = this.current(in: blueprint.rules[this.rule].actions)
        else {
            // Nobody waits for it any more.
            if case .file(let file, _, _) = outcome { effects.append(.discard(file)) }
            return
        }
        var file: MediaFile
        var suggested: String?
        switch outcome {
        case .failed(let reason):
            return resume(this, with: .failed(reason), now: now, into: &effects)
        case .file(let fetched, let status, _) where !(200..<300).contains(status):
            effects.append(.discard(fetched))
            return resume(this, with: .failed("HTTP status \(status)"), now: now, into: &effects)
        case .file(let fetched, _, let filename):
            file = fetched
            suggested = filename
        }
        let next: Outcome
        switch this.wait {
        case .call:
            effects.append(.discard(file))
            result(of: this)
            next = .done
        case .fetchToSave:
            guard case .save(let folder) = action.step else { return }
            let occurrence = this.scene.occurrence
            let request = SaveRequest(
                filename: occurrence.filename ?? suggested, id: occurrence.id ?? "", folder: folder)
            let ticket = newTicket()
            effects.append(.save(ticket, file, request))
            next = .waits(.save(ticket, fetched: file))
        default:
            if let said = file.said {
                note(
                    .warning, .transfer,
                    "the server says \(said), but the bytes are \(file.mime): it is sent as what it is",
                    rule: blueprint.rules[this.rule], place: action.place, into: &effects)
            }
            if file.mime == "image/heic" || file.mime == "image/heif" {
                let rule = blueprint.rules[this.rule]
                note(
                    .warning, .transfer, "a picture of type \(file.mime) is often not understood by the agent",
                    rule: rule, place: action.place, into: &effects)
            }
            next = upload(.file(file), named: suggested, action, by: this, now: now, into: &effects)
            if case .failed = next { effects.append(.discard(file)) }
        }
        resume(this, with: next, now: now, into: &effects)
    }

    mutating func saved(_ ticket: Ticket, _ outcome: SaveOutcome, now: Now, into effects: inout Effects) {
        guard var this = acting(for: ticket), case .save(_, let fetched) = this.wait,
            let action = this.current(in: blueprint.rules[this.rule].actions)
        else { return }
        if let fetched { effects.append(.discard(fetched)) }
        switch outcome {
        case .saved(let path):
            acted(action, by: this, path, into: &effects)
            let rule = blueprint.rules[this.rule]
            note(.info, .transfer, "saved \(path)", rule: rule, place: action.place, into: &effects)
            result(of: this)
            resume(this, with: .done, now: now, into: &effects)
        case .failed(let reason):
            resume(this, with: .failed(reason), now: now, into: &effects)
        }
    }
}

extension String {
    /// C0, DEL, C1, and the line and paragraph separators.
    var hasControl: Bool {
        unicodeScalars.contains {
            $0.properties.generalCategory == .control || $0.value == 0x2028 || $0.value == 0x2029
        }
    }

    /// Why a rendered URL is not even tried.
    fileprivate var faultInURL: String? {
        if isEmpty { return "the URL is empty" }
        return hasControl ? "a control character in the URL" : nil
    }
}
