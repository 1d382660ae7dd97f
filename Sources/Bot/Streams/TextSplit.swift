// A text longer than `max_text` goes out as several, each cut at a word's end where one is near enough.

extension String {
    /// Cuts off the first part of at most `most` characters; nil if the text is no longer than that.
    ///
    /// The cut is behind the last word that fits, else (a word longer than the limit) between two characters. Space at
    /// the cut goes with neither part.
    func split(atMost most: Int) -> (head: String, tail: String)? {
        let most = Swift.max(1, most)
        // A character has at least one byte: most texts need no counting.
        guard utf8.count > most, let limit = index(startIndex, offsetBy: most, limitedBy: endIndex), limit < endIndex
        else { return nil }
        var cut = limit
        if !self[limit].isWhitespace {
            while cut > startIndex {
                let before = index(before: cut)
                if self[before].isWhitespace { break }
                cut = before
            }
        }
        var end = cut
        while end > startIndex, self[index(before: end)].isWhitespace { end = index(before: end) }
        if end == startIndex {
            // One word without an end, or nothing but space before it.
            end = limit
            cut = limit
        }
        let tail = self[cut...].drop(while: \.isWhitespace)
        return (String(self[..<end]), String(tail))
    }

    /// All parts of at most `most` characters each; the text itself if `most` is nil. A part is never empty, unless the
    /// whole text is.
    func parts(atMost most: Int?) -> [String] {
        guard let most else { return [self] }
        var parts: [String] = []
        var rest = self
        while let (head, tail) = rest.split(atMost: most) {
            parts.append(head)
            rest = tail
            if rest.isEmpty { return parts }
        }
        parts.append(rest)
        return parts
    }
}
