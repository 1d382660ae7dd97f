// Lints: advice on what is no fault for certain. They look at a file that has no errors.

extension BotReader {
    mutating func lint() {
    }
}
