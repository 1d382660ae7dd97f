import Rules
import Time

/// A test file, read. Its tests know nothing of each other.
struct TestFile {
    var path: String
    /// As it stands there, relative to the test file.
    var bot: String
    var botRange: Range<Int>
    var tests: [TestCase]
    var source: SourceText
}

struct TestCase {
    var name: String
    var place: Place
    var start: WallTime
    var seed: UInt64
    var isLoose: Bool
    var steps: [Step]
}

/// One step of a test.
struct Step {
    enum Action {
        /// A message to the bot, as its bytes.
        case receive([UInt8])
        case expect([ExpectedFrame], within: Interval)
        case expectNothing(Interval)
        case advance(Interval)
        case variables([(name: String, value: ExpectedValue, place: Place)])
        case state(String?)
        case fetch([(url: String, answer: ScriptedAnswer)])
        case ai(ScriptedReply)
        case disconnect(UInt16)
        case reconnect

        /// It looks at what the bot did; the others do something to it.
        var isCheck: Bool {
            switch self {
            case .expect, .expectNothing, .variables, .state: true
            case .receive, .advance, .fetch, .ai, .disconnect, .reconnect: false
            }
        }
    }
    var action: Action
    /// Its key, such as `expect`.
    var name: String
    var place: Place
}

/// What a URL answers.
enum ScriptedAnswer: Sendable, Equatable {
    case text(String, status: Int, type: String?)
    /// Relative to the test file.
    case file(String, status: Int, type: String?)
    /// So many zeros.
    case zeros(Int, status: Int, type: String?)
    case failure(String)
}

/// What the AI endpoint streams.
enum ScriptedReply: Sendable, Equatable {
    case pieces([String])
    case failure(String)
}
