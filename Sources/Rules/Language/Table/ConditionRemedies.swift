extension BotLanguage {
    /// Of conditions and text matchers.
    static let conditionRemedies: [Remedy] =
        ["text", "caption", "filename", "mime", "label", "code", "state", "url", "reason", "error"].map { field in
            Remedy(
                in: "a condition", .value(of: field, as: [.list]), "for one of several:",
                "\"\(field)\": { \"any_of\": [\"map\", \"plan\"] }", own: [#"%: { "any_of": @ }"#])
        }
        + [
            Remedy(
                in: "a condition", .value(of: "t", as: [.object]), #""t": ["message", "typing"]"#),
            Remedy(in: "a condition", .value(of: "kind", as: [.object]), #""kind": "image""#),
            Remedy(
                in: "a condition", .value(of: "not", as: [.text]), #""not": { "text": "map" }"#,
                own: [#""not": { "text": @ }"#]),
            Remedy(in: "a condition", .value(of: "option"), #""option": "once""#),
            Remedy(in: "a condition", .value(of: "style"), #""style": "danger""#),
            Remedy(in: "a condition", .value(of: "of"), role: .device, #""of": "example""#),
            Remedy(in: "a condition", .value(of: "parts"), #""parts": { "at_least": 2 }"#),
            Remedy(in: "a condition", .value(of: "not"), #""not": { "text": "map" }"#),
            Remedy(
                in: "a condition", .value(of: "all"), "a list of conditions:",
                #""all": [ { "text": { "contains": "red" } }, { "text": { "contains": "map" } } ]"#),
            Remedy(
                in: "a condition", .value(of: "any"), "a list of conditions:",
                #""any": [ { "text": "map" }, { "text": { "words": "plan" } } ]"#),
            Remedy(
                in: "a condition", .value(of: "field"), "the path of the key, and what it should be:",
                #""field": { "device.name": "Concierge" }"#),
            Remedy(
                in: "a condition", .value(of: "var"), "the variable, and what it should be:",
                #""var": { "visits": { "at_least": 3 } }"#),
            Remedy(in: "a condition", .value(of: "in"), #""in": "ask-name""#),
            Remedy(
                in: "a condition", .value(of: "time"),
                #""time": { "from": "09:00", "to": "17:00", "days": ["mon", "fri"] }"#),
            Remedy(
                in: "a condition", .value(of: "chance"), "a part of 1, such as", #""chance": 0.5"#),
            Remedy(
                in: "a condition", .value(of: "command"), "the sets of \"commands\" that may run:",
                #""command": { "every": ["look"] }"#),
            Remedy(
                in: "a condition", .key(["or", "any_of", "either", "one_of"]), "one of several conditions:",
                #""any": [ { "text": "map" }, { "text": { "words": "plan" } } ]"#,
                more: "of one text: { \"text\": { \"any_of\": [\"map\", \"plan\"] } }"),
            Remedy(
                in: "a condition", .key(["and"]), "all of several conditions:",
                #""all": [ { "text": { "contains": "red" } }, { "text": { "contains": "map" } } ]"#),
            Remedy(
                in: "a condition",
                .key([
                    "contains", "equals", "starts_with", "ends_with", "regex", "words", "glob", "pattern", "match",
                    "message", "body", "content", "contains_any", "contains_all", "empty",
                ]), "what the text should be stands in", #""text": { "contains": "map" }"#,
                own: [#""text": { %: @ }"#, #""text": { "contains": @ }"#]),
            Remedy(
                in: "a condition", .key(["variable", "vars"]), "that is", #""var": { "visits": { "at_least": 3 } }"#,
                own: [#""var": @"#]),
            Remedy(
                in: "a time window", .value(of: "days"), "a list of days:", #""days": ["mon", "fri"]"#,
                own: [#""days": [@]"#]),
            Remedy(
                in: "a command condition", .value(of: "every"), "sets in brackets:", #""every": ["look"]"#,
                own: [#""every": [@]"#]),
            Remedy(
                in: "a command condition", .value(of: "some"), "sets in brackets:", #""some": ["look"]"#,
                own: [#""some": [@]"#]),
            Remedy(
                in: "a text matcher",
                .key(["ignore_case", "case_insensitive", "nocase", "case", "case_sensitive", "i"]),
                "case is ignored anyway; it counts with", #""equals": "Map", "exact": true"#),
            Remedy(
                in: "a text matcher", .key(["ignore_accents", "accents", "fold", "diacritics"]),
                "accents count; name each spelling:", #""any_of": ["cafe", "café"]"#),
            Remedy(
                in: "a text matcher", .key(["is", "equal", "eq", "text", "value"]), "that is", #""equals": "map""#,
                own: [#""equals": @"#]),
            Remedy(
                in: "a text matcher", .key(["in", "one_of", "oneof"]), "that is", #""any_of": ["map", "plan"]"#,
                own: [#""any_of": @"#]),
            Remedy(in: "a text matcher", .key(["word"]), "that is", #""words": "map""#, own: [#""words": @"#]),
            Remedy(
                in: "a text matcher", .key(["matches", "match", "pattern", "regexp"]), "that is",
                #""regex": "^map of (?<place>.+)$""#, own: [#""regex": @"#]),
            Remedy(
                in: "a text matcher", .key(["not", "not_equals", "not_contains", "none_of"]),
                "what the text must not be stands in \"when\" itself:", #""not": { "text": "map" }"#, of: "a condition"),
            Remedy(
                in: "a text matcher", .value(of: "any_of"), "texts in brackets:", #""any_of": ["map", "plan"]"#,
                own: [#""any_of": [@]"#]),
            Remedy(
                in: "a text matcher", .value(of: "contains_any"), "texts in brackets:",
                #""contains_any": ["map", "plan"]"#, own: [#""contains_any": [@]"#]),
            Remedy(
                in: "a text matcher", .value(of: "contains_all"), "texts in brackets:",
                #""contains_all": ["red", "map"]"#, own: [#""contains_all": [@]"#]),
            Remedy(
                in: "a text matcher", .value(of: "contains", as: [.list]), "for several:",
                #""contains_any": ["map", "plan"]"#, more: "or \"contains_all\"", own: [#""contains_any": @"#]),
            Remedy(
                in: "a text matcher", .value(of: "equals", as: [.list]), "for several:", #""any_of": ["map", "plan"]"#,
                own: [#""any_of": @"#]),
        ]
}
