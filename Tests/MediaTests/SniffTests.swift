import Scaffold
import Testing

@testable import Media

@Suite("The type of bytes")
struct SniffTests {
    private func sniff(_ text: String, _ more: [UInt8] = []) -> String { MediaType.sniff(Array(text.utf8) + more).mime }

    private static func iso(_ brand: String, _ others: String = "") -> [UInt8] {
        [0, 0, 0, UInt8(16 + others.utf8.count)] + Array("ftyp\(brand)".utf8) + [0, 0, 0, 0] + Array(others.utf8)
    }

    private static func riff(_ form: String, _ rest: [UInt8] = []) -> [UInt8] {
        Array("RIFF".utf8) + [4, 0, 0, 0] + Array(form.utf8) + rest
    }

    private static func zip(_ name: String, _ body: String = "", _ second: String = "") -> [UInt8] {
        let entry = { (name: String) -> [UInt8] in
            [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [UInt8(name.utf8.count), 0, 0, 0] + Array(name.utf8)
        }
        return entry(name) + Array(body.utf8) + (second.isEmpty ? [] : entry(second))
    }

    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)

    static let known: [(String, [UInt8], String, MediaKind)] = [
        ("PNG", png, "image/png", .image), ("animated PNG", png + Array("acTL".utf8), "image/apng", .animation),
        ("JPEG", [0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg", .image),
        ("still GIF", Array("GIF89a....".utf8), "image/gif", .image),
        ("GIF", Array("GIF89a.......!..NETSCAPE2.0".utf8), "image/gif", .animation),
        ("WebP", riff("WEBPVP8 "), "image/webp", .image),
        ("animated WebP", riff("WEBPVP8X", [10, 0, 0, 0, 2]), "image/webp", .animation),
        ("still VP8X", riff("WEBPVP8X", [10, 0, 0, 0, 0x10]), "image/webp", .image),
        ("BMP", Array("BM".utf8) + [9, 9, 9, 9, 0, 0, 0, 0], "image/bmp", .image),
        ("TIFF", [0x49, 0x49, 0x2A, 0], "image/tiff", .image),
        ("HEIC", iso("heic", "mif1heic"), "image/heic", .image),
        ("HEIC by its second brand", iso("mif1", "mif1heic"), "image/heic", .image),
        ("HEIF", iso("mif1", "mif1"), "image/heif", .image), ("AVIF", iso("avif"), "image/avif", .image),
        ("AVIF by its second brand", iso("mif1", "miafavif"), "image/avif", .image),
        ("JPEG XL", [0xFF, 0x0A], "image/jxl", .image),
        ("SVG", Array("<svg xmlns='http://www.w3.org/2000/svg'>".utf8), "image/svg+xml", .document),
        ("SVG in XML", Array("\u{FEFF} <?xml version='1.0'?>\n<svg>".utf8), "image/svg+xml", .document),
        ("WAV", riff("WAVEfmt "), "audio/wav", .voice),
        ("MP3 with a tag", Array("ID3".utf8) + [4, 0], "audio/mpeg", .voice),
        ("MP3", [0xFF, 0xFB, 0x90, 0x64], "audio/mpeg", .voice),
        ("AAC", [0xFF, 0xF1, 0x50, 0x80], "audio/aac", .voice),
        ("Opus", Array("OggS".utf8) + [UInt8](repeating: 0, count: 24) + Array("OpusHead".utf8), "audio/ogg", .voice),
        (
            "Theora", Array("OggS".utf8) + [UInt8](repeating: 0, count: 24) + [0x80] + Array("theora".utf8),
            "video/ogg", .video
        ),
        ("FLAC", Array("fLaC".utf8), "audio/flac", .voice), ("M4A", iso("M4A "), "audio/mp4", .voice),
        ("AMR", Array("#!AMR\n".utf8), "audio/amr", .voice),
        ("AIFF", Array("FORM....AIFF".utf8), "audio/aiff", .voice),
        ("MP4", iso("isom", "isomiso2avc1mp41"), "video/mp4", .video),
        ("MP4 of another brand", iso("zzzz"), "video/mp4", .video), ("MOV", iso("qt  "), "video/quicktime", .video),
        ("old MOV", [0, 0, 0, 8] + Array("wide".utf8), "video/quicktime", .video),
        ("3GP", iso("3gp5"), "video/3gpp", .video),
        ("WebM", [0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x84] + Array("webm".utf8), "video/webm", .video),
        ("Matroska", [0x1A, 0x45, 0xDF, 0xA3] + Array("matroska".utf8), "video/matroska", .video),
        ("AVI", riff("AVI LIST"), "video/x-msvideo", .video),
        ("PDF", Array("%PDF-1.7".utf8), "application/pdf", .document),
        ("ZIP", zip("readme.txt"), "application/zip", .document),
        (
            "DOCX", zip("[Content_Types].xml", "", "word/document.xml"),
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document", .document
        ),
        (
            "XLSX", zip("_rels/.rels", "", "xl/workbook.xml"),
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", .document
        ),
        (
            "ODT", zip("mimetype", "application/vnd.oasis.opendocument.text"),
            "application/vnd.oasis.opendocument.text", .document
        ),
        ("EPUB", zip("mimetype", "application/epub+zip"), "application/epub+zip", .document),
        ("gzip", [0x1F, 0x8B, 8], "application/gzip", .document),
        ("tar", [UInt8](repeating: 0x61, count: 257) + Array("ustar".utf8), "application/x-tar", .document),
        ("ELF", [0x7F, 0x45, 0x4C, 0x46, 2], "application/x-elf", .document),
        ("HTML", Array("\n\t <!DOCTYPE html><title>x".utf8), "text/html", .document),
        ("HTML by a tag", Array("<h1>x".utf8), "text/html", .document),
        ("XML", Array("<?xml version='1.0'?><a/>".utf8), "application/xml", .document),
        ("text", Array("Hello, мир\n".utf8), "text/plain", .document),
        ("UTF-16", [0xFF, 0xFE, 0x41, 0], "text/plain", .document),
        ("JSON", Array("{\"a\": 1}".utf8), "text/plain", .document), ("nothing", [], "application/x-empty", .document),
        ("zeros", [0, 0, 0, 0], "application/octet-stream", .document),
        ("not UTF-8", [0x61, 0xC3, 0x28], "application/octet-stream", .document),
        ("RTF", Array("{\\rtf1".utf8), "application/rtf", .document),
        ("a tag that is none", Array("<abbr".utf8), "text/plain", .document),
    ]

    @Test("is told by the bytes alone", arguments: known)
    func samples(name: String, bytes: [UInt8], mime: String, kind: MediaKind) {
        let type = MediaType.sniff(bytes)
        #expect(type.mime == mime)
        #expect(type.kind == kind)
        #expect(!type.fileExtension.isEmpty)
    }

    @Test("of a text whose last character is cut by the length looked at is text")
    func cutText() {
        let text = String(repeating: "a", count: MediaType.sniffedLength - 1) + "ж"
        #expect(sniff(text) == "text/plain")
        #expect(MediaType.sniff(Array("aж".utf8).dropLast()).mime == "application/octet-stream")
    }

    @Test("of any bytes, cut anywhere, is some type")
    func anyBytes() {
        for (_, bytes, _, _) in Self.known {
            for length in 0...bytes.count { #expect(!MediaType.sniff(Array(bytes.prefix(length))).mime.isEmpty) }
        }
        var state: UInt64 = 3
        for _ in 0..<2000 {
            let bytes = (0..<40).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
            #expect(!MediaType.sniff(bytes).mime.isEmpty)
        }
    }

    @Test(
        "a kind follows from a media type, parameters and case aside",
        arguments: [
            ("image/png", MediaKind.image), ("IMAGE/GIF; x=y", .animation), ("audio/ogg; codecs=opus", .voice),
            ("video/mp4", .video),
            ("text/plain", .document), ("image/svg+xml", .document), ("", .document), (" image/webp ", .image),
            ("images/x", .document),
        ])
    func kinds(mime: String, kind: MediaKind) { #expect(MediaKind(mime: mime) == kind) }

    @Test("of a file is read from it")
    func file() throws {
        let scratch = Scratch()
        let path = try scratch.write("x.txt", Self.png)
        #expect(try MediaType.sniff(path: path).mime == "image/png")
        #expect(throws: (any Error).self) { try MediaType.sniff(path: scratch.path + "/none") }
    }
}
