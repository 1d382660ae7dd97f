import Rules
import Time

extension Bot {
    /// The text of a template that stands outside of any rule, such as a load plan's: it sees the bot's variables,
    /// `device.*`, `bot.name`, `now`, and `count` as it is handed in.
    public func text(of template: Template, count: Int, now: Now) -> String {
        blueprint.program.render(
            template,
            Scope(
                occurrence: Occurrence(.start), count: count, memory: memory, device: profile, now: now,
                zones: blueprint.zones))
    }
}
