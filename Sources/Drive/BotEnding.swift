import Bot

// Both `Bot` and `Net` say how a connection ended, each in its own words; this file imports the first alone, to give its
// word another name.

/// How a connection ended, as a bot is told.
public typealias BotEnding = Ending
