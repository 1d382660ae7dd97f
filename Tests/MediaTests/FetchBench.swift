import Address
import Files
import Scaffold
import Time

@testable import Media

/// A fetcher with its folder, and what a fetch gave.
final class FetchBench: Sendable {
    let scratch = Scratch()
    let fetcher: Fetcher

    init(_ change: (inout Fetcher.Settings) -> Void = { _ in }) {
        var settings = Fetcher.Settings(folder: scratch.path)
        change(&settings)
        fetcher = Fetcher(settings)
    }

    deinit { fetcher.shutDown() }

    /// Trusted, and with short limits; `change` for more.
    func get(_ url: String, _ change: (inout Fetch) -> Void = { _ in }) async -> Result<Fetched, FetchFault> {
        var fetch = Fetch(url: url, trusted: true)
        fetch.limits.backoff = .milliseconds(1)
        fetch.limits.total = .seconds(20)
        change(&fetch)
        return await run(fetch)
    }

    func run(_ fetch: Fetch) async -> Result<Fetched, FetchFault> {
        await withCheckedContinuation { done in
            fetcher.fetch(fetch) { done.resume(returning: $0) }
        }
    }

    func fault(_ url: String, _ change: (inout Fetch) -> Void = { _ in }) async -> FetchFault? {
        switch await get(url, change) {
        case .success: nil
        case .failure(let fault): fault
        }
    }

    /// The body as text, and the file is removed.
    func text(_ url: String, _ change: (inout Fetch) -> Void = { _ in }) async -> String? {
        guard case .success(let fetched) = await get(url, change) else { return nil }
        return text(of: fetched)
    }

    func text(of fetched: Fetched) -> String? {
        defer { try? Folder.remove(fetched.path) }
        return (try? Folder.contents(fetched.path, atMost: 1 << 28)).flatMap { $0 }.map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
