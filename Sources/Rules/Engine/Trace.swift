/// What the rules made of one event: for `why`, for the log, for failing tests.
public struct Trace: Sendable {
    public init() {}
}
