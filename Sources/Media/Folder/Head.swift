/// The first bytes of a file, with the questions that need more than one place to answer.
struct Head {
    private let bytes: [UInt8]

    init(_ span: borrowing Span<UInt8>) {
        let count = min(span.count, MediaType.sniffedLength)
        bytes = span.withUnsafeBufferPointer { Array($0.prefix(count)) }
    }

    var count: Int { bytes.count }

    func has(_ wanted: [UInt8], at offset: Int = 0) -> Bool {
        offset >= 0 && bytes.count - wanted.count >= offset
            && bytes[offset..<offset + wanted.count].elementsEqual(wanted)
    }

    func has(_ wanted: StaticString, at offset: Int = 0) -> Bool {
        wanted.withUTF8Buffer { wanted in
            offset >= 0 && bytes.count - wanted.count >= offset
                && bytes[offset..<offset + wanted.count].elementsEqual(wanted)
        }
    }

    func holds(_ wanted: StaticString) -> Bool {
        bytes.indices.contains { has(wanted, at: $0) }
    }

    /// A number of two or four bytes; nil beyond the end.
    func number(at offset: Int, bytes width: Int, bigEndian: Bool) -> Int? {
        guard offset >= 0, bytes.count - width >= offset else { return nil }
        let part = bytes[offset..<offset + width]
        return bigEndian ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    // MARK: Formats that hold others

    /// PNG, GIF, RIFF, ISO media, Matroska, Ogg, AIFF, ZIP, and the two that begin with two letters only.
    var container: MediaType? {
        if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return holds("acTL") ? MediaType("image/apng", "png") : MediaType("image/png", "png")
        }
        if has("GIF87a") || has("GIF89a") {
            var type = MediaType("image/gif", "gif")
            // One picture only is no animation; a loop is announced by an application extension.
            type.kind = holds("NETSCAPE2.0") || holds("ANIMEXTS1.0") ? .animation : .image
            return type
        }
        if has("RIFF") { return riff }
        if has("ftyp", at: 4) { return isoMedia }
        if has("moov", at: 4) || has("mdat", at: 4) || has("wide", at: 4) { return MediaType("video/quicktime", "mov") }
        if has([0x1A, 0x45, 0xDF, 0xA3]) {
            return holds("webm") ? MediaType("video/webm", "webm") : MediaType("video/matroska", "mkv")
        }
        if has("OggS") {
            return has([0x80] + Array("theora".utf8), at: 28)
                ? MediaType("video/ogg", "ogv") : MediaType("audio/ogg", "ogg")
        }
        if has("FORM"), has("AIF", at: 8) { return MediaType("audio/aiff", "aiff") }
        if has([0x50, 0x4B, 0x03, 0x04]) { return zip }
        if has("BM"), has([0, 0, 0, 0], at: 6) { return MediaType("image/bmp", "bmp") }
        if has("MZ"), let place = number(at: 0x3C, bytes: 4, bigEndian: false), place >= 0x40 {
            return MediaType("application/vnd.microsoft.portable-executable", "exe")
        }
        return nil
    }

    private var riff: MediaType? {
        if has("WAVE", at: 8) { return MediaType("audio/wav", "wav") }
        if has("AVI ", at: 8) { return MediaType("video/x-msvideo", "avi") }
        guard has("WEBP", at: 8) else { return nil }
        var type = MediaType("image/webp", "webp")
        // The extended header's second flag from below: an animation.
        if has("VP8X", at: 12), count > 20, bytes[20] & 0x02 != 0 { type.kind = .animation }
        return type
    }

    /// ISO/IEC 14496-12: the major brand, and for the vague ones the compatible brands behind it.
    private var isoMedia: MediaType {
        let brands: [(StaticString, MediaType)] = [
            ("avif", MediaType("image/avif", "avif")), ("avis", MediaType("image/avif", "avif")),
            ("heic", MediaType("image/heic", "heic")), ("heix", MediaType("image/heic", "heic")),
            ("heim", MediaType("image/heic", "heic")), ("heis", MediaType("image/heic", "heic")),
            ("hevc", MediaType("image/heic-sequence", "heics")), ("hevx", MediaType("image/heic-sequence", "heics")),
            ("M4A ", MediaType("audio/mp4", "m4a")), ("M4B ", MediaType("audio/mp4", "m4b")),
            ("qt  ", MediaType("video/quicktime", "mov")), ("M4V ", MediaType("video/x-m4v", "m4v")),
            ("3gp", MediaType("video/3gpp", "3gp")), ("3g2", MediaType("video/3gpp2", "3g2")),
            ("jp2 ", MediaType("image/jp2", "jp2")),
        ]
        if let type = brands.first(where: { has($0.0, at: 8) })?.1 { return type }
        guard has("mif1", at: 8) || has("msf1", at: 8) else { return MediaType("video/mp4", "mp4") }
        let end = min(number(at: 0, bytes: 4, bigEndian: true) ?? 0, 256, count)
        for place in stride(from: 16, to: end, by: 4) {
            if let type = brands.first(where: { has($0.0, at: place) })?.1 { return type }
        }
        return MediaType("image/heif", "heif")
    }

    /// The names of the first entries tell an office document from an archive.
    private var zip: MediaType {
        if has("mimetype", at: 30) {
            let types: [(StaticString, MediaType)] = [
                ("application/epub+zip", MediaType("application/epub+zip", "epub")),
                (
                    "application/vnd.oasis.opendocument.text",
                    MediaType("application/vnd.oasis.opendocument.text", "odt")
                ),
                (
                    "application/vnd.oasis.opendocument.spreadsheet",
                    MediaType("application/vnd.oasis.opendocument.spreadsheet", "ods")
                ),
                (
                    "application/vnd.oasis.opendocument.presentation",
                    MediaType("application/vnd.oasis.opendocument.presentation", "odp")
                ),
            ]
            if let type = types.first(where: { has($0.0, at: 38) })?.1 { return type }
        }
        if has("[Content_Types].xml", at: 30) || has("_rels/", at: 30) || has("docProps/", at: 30) {
            let office = "application/vnd.openxmlformats-officedocument."
            if holds("word/") { return MediaType(office + "wordprocessingml.document", "docx") }
            if holds("xl/") { return MediaType(office + "spreadsheetml.sheet", "xlsx") }
            if holds("ppt/") { return MediaType(office + "presentationml.presentation", "pptx") }
        }
        if has("META-INF/", at: 30) { return MediaType("application/java-archive", "jar") }
        return MediaType("application/zip", "zip")
    }

    // MARK: Streams of frames

    /// MPEG audio, AAC in ADTS, MPEG transport streams: nothing but a sync pattern, so the fields behind it must be sound.
    var frames: MediaType? {
        guard count >= 4 else { return nil }
        if bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0, bytes[2] & 0x3C != 0x3C { return MediaType("audio/aac", "aac") }
        if bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 {
            let version = bytes[1] >> 3 & 3
            let layer = bytes[1] >> 1 & 3
            // Layers II and III; what looks like layer I is the mark of UTF-16.
            if version != 1, layer == 1 || layer == 2, bytes[2] >> 4 != 15, bytes[2] >> 4 != 0, bytes[2] >> 2 & 3 != 3 {
                return MediaType("audio/mpeg", "mp3")
            }
        }
        if bytes[0] == 0x47, count > 376, bytes[188] == 0x47, bytes[376] == 0x47 {
            return MediaType("video/mp2t", "ts")
        }
        return nil
    }

    // MARK: Text

    /// HTML, SVG and XML, as a browser would take them (WHATWG MIME Sniffing section 7.1).
    var markup: MediaType? {
        var place = has([0xEF, 0xBB, 0xBF]) ? 3 : 0
        while place < count, [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(bytes[place]) { place += 1 }
        guard place < count, bytes[place] == UInt8(ascii: "<") else { return nil }
        let start = String(decoding: bytes[place..<min(place + 16, count)], as: UTF8.self).lowercased()
        if start.hasPrefix("<svg") { return MediaType("image/svg+xml", "svg") }
        if start.hasPrefix("<?xml") || start.hasPrefix("<!--") {
            if holds("<svg") { return MediaType("image/svg+xml", "svg") }
            if holds("<html") { return MediaType("text/html", "html") }
            return start.hasPrefix("<?xml") ? MediaType("application/xml", "xml") : nil
        }
        let tags = [
            "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
            "<title", "<body", "<br", "<p",
        ]
        let isTag = tags.contains { tag in
            guard start.hasPrefix(tag) else { return false }
            let next = start.dropFirst(tag.count).first
            return next == nil || next == " " || next == ">" || next == "\n" || next == "\r\n" || next == "\t"
        }
        return isTag ? MediaType("text/html", "html") : nil
    }

    /// UTF-8, perhaps cut off at the end, with no control bytes; or with the mark of UTF-16.
    var isText: Bool {
        if has([0xFE, 0xFF]) || has([0xFF, 0xFE]) { return true }
        let isControl: (UInt8) -> Bool = {
            $0 < 0x20 && ![0x08, 0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) || $0 == 0x7F
        }
        if bytes.contains(where: isControl) { return false }
        // A character of up to four bytes may be cut where the head ends.
        let cuts = count == MediaType.sniffedLength ? 0...3 : 0...0
        return cuts.contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
    }
}
