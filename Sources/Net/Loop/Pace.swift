extension Loop {
    /// How a loop's time passes.
    public enum Pace: Hashable, Sendable {
        /// As the machine's clocks say.
        case real
        /// It stands still while anything happens, and where the loop would wait it leaps at once to what it would have
        /// waited for. For tests: what comes of a run then hangs neither on how quick the machine is nor on chance, as long
        /// as all ends of its sockets are on this loop.
        case leaping
    }
}
