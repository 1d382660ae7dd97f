import Rules
import Time

/// What became of one test.
public struct TestResult: Sendable {
    public enum Outcome: Sendable {
        case passed
        case failed(TestFailure)
    }

    public var name: String
    public var place: Place
    public var outcome: Outcome
    /// How much virtual time it took.
    public var lasted: Interval

    public var failure: TestFailure? {
        if case .failed(let failure) = outcome { failure } else { nil }
    }
}

/// Why a test failed, with all that helps to see it.
public struct TestFailure: Sendable {
    /// Of the step, in the test file.
    public var place: Place
    /// Its key, such as `expect`; `end` behind the last.
    public var step: String
    public var message: String
    /// The frame that was expected, as JSON.
    public var expected: String?
    /// What came instead, as JSON.
    public var got: [String]
    /// Where the two differ: `text.equals wants "hi", saw "ho"`.
    public var difference: String?
    /// The virtual time.
    public var time: WallTime
    /// What was received and no rule heard of, each with its place in the test file and the reason.
    public var unheard: [(place: Place, reason: String)]
    /// The last events before it since all was as expected, as the rules saw them; the last one is the latest.
    public var events: [TracedEvent]
    /// Indices of the rules that would say what was expected.
    public var wanted: Set<Int>
    /// Warnings and errors of the bot, with its rules' own logs.
    public var notes: [String]
}

/// One event as the rules saw it.
public struct TracedEvent: Sendable {
    public var time: WallTime
    public var trace: Trace
}

/// What became of one test file.
public struct FileResult: Sendable {
    /// As it was named.
    public var path: String
    /// The rule file.
    public var bot: String
    public var tests: [TestResult]

    public var failed: Int { tests.count { $0.failure != nil } }
    public var passed: Int { tests.count - failed }
}
