import Testing

@testable import Media

@Suite("What a server says beside what the bytes are")
struct MediaTypeTests {
    @Test(
        "a page where a file was announced is a contradiction",
        arguments: ["image/png", "video/mp4", "application/pdf", "application/json", "audio/mpeg"])
    func page(said: String) { #expect(MediaType("text/html", "html").contradicts(said)) }

    @Test(
        "other names, neighbours and vague words are none",
        arguments: [
            (MediaType("image/jpeg", "jpg"), "image/jpg"), (MediaType("image/png", "png"), "image/jpeg"),
            (MediaType("image/gif", "gif"), "image/png"), (MediaType("audio/ogg", "ogg"), "video/ogg"),
            (MediaType("text/plain", "txt"), "application/json"), (MediaType("text/plain", "txt"), "text/csv"),
            (MediaType("application/zip", "zip"), "application/epub+zip"),
            (MediaType("image/png", "png"), "application/octet-stream"), (MediaType("text/html", "html"), "text/html"),
            (MediaType("text/html", "html"), "application/xhtml+xml"),
            (MediaType("application/x-empty", "bin"), "image/png"),
        ])
    func near(type: MediaType, said: String) { #expect(!type.contradicts(said)) }

    @Test("another family is a contradiction")
    func families() {
        #expect(MediaType("application/zip", "zip").contradicts("image/png"))
        #expect(MediaType("image/png", "png").contradicts("video/mp4"))
        #expect(MediaType("image/png", "png").contradicts("text/html"))
        #expect(MediaType("audio/mpeg", "mp3").contradicts("application/pdf"))
        #expect(MediaType("application/pdf", "pdf").contradicts("text/html"))
        #expect(MediaType("text/plain", "txt").contradicts("application/pdf"))
    }
}
