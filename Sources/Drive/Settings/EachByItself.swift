import WebSocket

extension Compression {
    /// permessage-deflate as bots offer it and the embedded gateway grants it: each message is compressed by itself, in
    /// both directions. So an idle connection holds no memory for it (a context kept would be some 300 KB), and the
    /// length of one message tells nothing about another. What is shorter than 1 KB goes as it is.
    public static let eachByItself = Compression(
        sending: .init(windowBits: 12, keepsContext: false), receiving: .init(keepsContext: false), sendAtLeast: 1024)
}
