/// What a descriptor can do now.
public struct Readiness: OptionSet, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let read = Readiness(rawValue: 1)
    public static let write = Readiness(rawValue: 2)
    /// The peer is gone or the descriptor is in error: reading tells which.
    public static let hangUp = Readiness(rawValue: 4)
    /// The peer has ended its direction of a socket; what it sent before may be still to be read. Told only where it is
    /// watched for, and then as long as it is: forever.
    public static let ending = Readiness(rawValue: 8)
}

/// Something that lives on a loop and is called by it: for descriptors, for timers and at the end of a turn. Many
/// descriptors and timers share one member and are told apart by their tokens, so that none of them costs a closure.
public protocol LoopMember: AnyObject {
    /// A watched descriptor is ready. Level triggered: it is said again as long as it holds.
    func ready(_ token: UInt64, _ readiness: Readiness)
    /// A timer has come; its handle is spent.
    func fired(_ timer: Timer, token: Int)
    /// The turn ends, as asked for with `Loop.callAtTurnEnd`: the place to commit what the whole turn has gathered.
    func turnEnds()
}

extension LoopMember {
    public func ready(_ token: UInt64, _ readiness: Readiness) {}
    public func fired(_ timer: Timer, token: Int) {}
    public func turnEnds() {}
}

/// A member's place on its loop.
public struct Seat: Hashable, Sendable {
    var index: Int32
}
