import Media
import Rules

extension Fetcher {
    /// The fetcher of one bot, as its rule file and the command say.
    /// - Parameters:
    ///   - state: the bot's state folder; what servers allow is kept in its `cache/`.
    ///   - change: what the command has to say beside it, such as `--ca`.
    public convenience init(
        for file: BotFile, inbox: Inbox, state: String, _ change: (inout Settings) -> Void = { _ in }
    ) {
        var settings = Settings(folder: inbox.incoming)
        change(&settings)
        if file.fetch.proxyFromEnvironment { settings.proxies = Proxies(environment: ProcessEnvironment.all) }
        if file.fetch.cache > 0 { settings.cache = CacheSettings(folder: state + "/cache", size: file.fetch.cache) }
        self.init(settings)
    }
}
