import CUTF8Proc
import Glibc

// A name from outside is data, never a path. What comes out is one name in NFC that no file system and no shell reads as
// anything else: no separators, no control or direction characters, no dots or dashes at its start, nothing that Windows
// reserves, and at most `limit` bytes, cut between characters, with its extension kept.

public enum SafeName {
    /// Bytes; NAME_MAX is 255, and a number may follow.
    public static let limit = 200

    /// From a suggested name, or where nothing of it is left, from the id and the type.
    public static func make(filename: String?, id: String, type: MediaType) -> String {
        if let name = filename.flatMap(make(suggested:)) { return name }
        let stem = clean(id)
        return shorten(avoidReserved((stem.isEmpty ? "file" : stem) + "." + type.fileExtension))
    }

    /// A suggested name as it may be handed on; nil where nothing of it is left.
    public static func make(suggested: String) -> String? {
        let name = clean(suggested)
        return name.isEmpty ? nil : shorten(avoidReserved(name))
    }

    /// `photo.jpg` with 2 is `photo-2.jpg`.
    public static func numbered(_ name: String, _ number: Int) -> String {
        let (stem, end) = split(name)
        return "\(stem)-\(number)\(end)"
    }

    private static func clean(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        // What comes behind this is cut off in any case.
        for scalar in text.unicodeScalars.prefix(4096) {
            if let clean = clean(scalar) { kept.append(clean) }
        }
        var name = compose(String(kept))
        while let last = name.unicodeScalars.last, last == " " || last == "." { name.unicodeScalars.removeLast() }
        while let first = name.unicodeScalars.first, first == " " || first == "." { name.unicodeScalars.removeFirst() }
        // Not an option, and not somebody's home.
        if let first = name.first, first == "-" || first == "~" { name = "_" + name.dropFirst() }
        let isNothing: (Unicode.Scalar) -> Bool = { $0 == "_" || $0 == "\u{200C}" || $0 == "\u{200D}" }
        return name.unicodeScalars.allSatisfy(isNothing) ? "" : name
    }

    private static func clean(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": return "_"
        // Joiners belong to emoji and to some scripts.
        case "\u{200C}", "\u{200D}": return scalar
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned: return nil
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return " "
        default: return scalar
        }
    }

    private static func compose(_ text: String) -> String {
        var bytes = Array(text.utf8)
        var composed: UnsafeMutablePointer<UInt8>?
        let options = utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
        let count = utf8proc_map(&bytes, bytes.count, &composed, options)
        guard count >= 0, let composed else { return text }
        defer { free(composed) }
        return String(decoding: UnsafeBufferPointer(start: composed, count: count), as: UTF8.self)
    }

    /// Names that are devices on Windows, whatever follows their first dot.
    private static func avoidReserved(_ name: String) -> String {
        let stem = name.prefix { $0 != "." }.uppercased()
        let devices: Set = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
        let isPort =
            stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
            && "0123456789¹²³".contains(stem.last ?? "x")
        return devices.contains(stem) || isPort ? "_" + name : name
    }

    private static func shorten(_ name: String) -> String {
        guard name.utf8.count > limit else { return name }
        let (stem, end) = split(name)
        var kept = ""
        var room = limit - end.utf8.count
        for character in stem {
            room -= character.utf8.count
            if room < 0 { break }
            kept.append(character)
        }
        if kept.isEmpty {
            // One character of more bytes than a name may have.
            for scalar in stem.unicodeScalars where kept.utf8.count + 4 <= limit - end.utf8.count {
                kept.unicodeScalars.append(scalar)
            }
        }
        while let last = kept.unicodeScalars.last, last == " " || last == "." { kept.unicodeScalars.removeLast() }
        return kept + end
    }

    /// The name, and its extension with the dot where it looks like one.
    private static func split(_ name: String) -> (stem: Substring, end: Substring) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name[...], "") }
        let end = name[dot...]
        let isOne = end.utf8.count <= 17 && end.dropFirst().utf8.allSatisfy { $0 < 0x80 && $0 != 0x20 }
        return isOne ? (name[..<dot], end) : (name[...], "")
    }
}
