import JSON

// How text from a file is put into a message: it may hold anything, and the message may reach a terminal.

/// The text in quotes, cut at 60 characters, with whatever a terminal would act on made visible.
public func quoted(_ text: String) -> String {
    let cut = text.count > 60 ? text.prefix(57) + "..." : text[...]
    return "\"" + visible(cut) + "\""
}

/// "the list is a", "the lists are a, b and c".
func listed(_ noun: String, _ words: [String]) -> String {
    words.count == 1 ? "\(noun) is \(words[0])" : "\(noun)s are \(choice(of: words, "and"))"
}

/// A sentence as a part of another.
func aside(_ sentence: String) -> String {
    let plain = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    let isWord = plain.dropFirst().first?.isLowercase ?? false
    return isWord ? plain.prefix(1).lowercased() + plain.dropFirst() : String(plain)
}

/// "a", "a or b", "a, b or c".
func choice(of words: [String], _ conjunction: String = "or") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
