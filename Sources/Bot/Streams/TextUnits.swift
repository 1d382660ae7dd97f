import Rules

// Where a growing text may be cut: never inside a grapheme, and at the ends of characters, words or sentences.
// Offsets are UTF-8 offsets into the text, which stay good while text is appended.

extension StreamStyle.Unit {
    /// The end of the next unit after `offset`; nil if it is not there, or not known to be whole yet.
    ///
    /// Space before a unit belongs to it, and space at the very end of a whole text belongs to the last, so that each
    /// state shows something new. `isWhole`: no more text will come.
    func end(in text: String, after offset: Int, isWhole: Bool) -> Int? {
        let start = text.index(atOffset: offset)
        guard let visible = text[start...].firstIndex(where: { !$0.isWhitespace }) else {
            return isWhole && start < text.endIndex ? text.utf8.count : nil
        }
        let end =
            switch self {
            case .character: text.index(after: visible)
            case .word: text.endOfWord(from: visible)
            case .sentence: text.endOfSentence(from: visible, isWhole: isWhole)
            }
        guard let end else { return isWhole ? text.utf8.count : nil }
        if isWhole {
            return text[end...].allSatisfy(\.isWhitespace) ? text.utf8.count : text.offset(of: end)
        }
        // What ends the text may still grow: a letter by an accent, a word by more letters.
        return end < text.endIndex ? text.offset(of: end) : nil
    }

    /// The end of the last unit that is whole after `offset`, for a text whose newest state is all that counts.
    func newestEnd(in text: String, after offset: Int, isWhole: Bool) -> Int? {
        if isWhole { return offset < text.utf8.count ? text.utf8.count : nil }
        var newest: Int?
        while let next = end(in: text, after: newest ?? offset, isWhole: false) { newest = next }
        return newest
    }
}

extension String {
    /// A text made by this process is native UTF-8, for which an offset is an index at no cost.
    func index(atOffset offset: Int) -> Index {
        utf8.index(startIndex, offsetBy: Swift.max(0, Swift.min(offset, utf8.count)))
    }

    func offset(of index: Index) -> Int { utf8.distance(from: startIndex, to: index) }

    /// A word is a run without space. Scripts that write without spaces (Han, kana) give a word a character, with the
    /// marks behind it.
    fileprivate func endOfWord(from start: Index) -> Index {
        var end = index(after: start)
        let alone = self[start].standsAlone
        while end < endIndex {
            let next = self[end]
            if next.isWhitespace || next.standsAlone || alone && (next.isLetter || next.isNumber) { break }
            end = index(after: end)
        }
        return end
    }

    /// After a full stop, with the quotes and brackets that close behind it, before space or the end; or at a line's end.
    fileprivate func endOfSentence(from start: Index, isWhole: Bool) -> Index? {
        var at = start
        while at < endIndex {
            let mark = self[at]
            if mark.isNewline { return at }
            at = index(after: at)
            guard mark.endsSentence else { continue }
            while at < endIndex, self[at].endsSentence || self[at].closes { at = index(after: at) }
            if at == endIndex { return isWhole ? at : nil }
            if self[at].isWhitespace || mark.endsWideSentence { return at }
        }
        return nil
    }
}

extension Character {
    fileprivate var standsAlone: Bool {
        guard let first = unicodeScalars.first else { return false }
        return first.properties.isIdeographic || (0x3040...0x30FF).contains(first.value)
    }

    fileprivate var endsSentence: Bool {
        switch self {
        case ".", "!", "?", "…": true
        default: endsWideSentence
        }
    }

    /// Full stops of scripts that put no space behind them.
    fileprivate var endsWideSentence: Bool {
        switch self {
        case "。", "！", "？": true
        default: false
        }
    }

    fileprivate var closes: Bool {
        switch self {
        case "\"", "'", ")", "]", "}", "»", "”", "’", "」", "』", "）": true
        default: false
        }
    }
}
