import Testing

@testable import Rules

@Suite("Gates")
struct GateTests {
    /// The clauses, each as its keys with `=` for whole texts, `~` for parts and `w` for words.
    private static func gate(_ condition: Condition) throws -> [[String]] {
        var compiler = ConditionCompiler(variables: [:], states: [:])
        return Gate(try compiler.compile(condition)).clauses.map { clause in
            clause.map { _, key in
                switch key {
                case .whole(let text): "=" + String(decoding: text, as: UTF8.self)
                case .part(let text): "~" + String(decoding: text, as: UTF8.self)
                case .words(let words):
                    "w" + words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "+")
                }
            }.sorted()
        }
    }

    @Test(
        "name what a text must hold",
        arguments: [
            (.text(.equals("Hi")), [["=hi"]]), (.text(.anyOf(["A", "b"])), [["=a", "=b"]]), (.text(.anyOf([])), [[]]),
            (.text(.contains("Foo")), [["~foo"]]), (.text(.contains("")), []), (.text(.containsAny(["a", ""])), []),
            (.text(.containsAll(["a", "b"])), [["~a"], ["~b"]]),
            (.text(.words(["New York", "b"])), [["wb", "wnew+york"]]),
            (.text(.glob(["*abc?d"])), [["~abc"]]), (.text(.glob(["*"])), []), (.text(.glob(["x"])), [["=x"]]),
            (.text(.regex(["a+bc"])), [["~a"], ["~bc"]]), (.text(.regex(["(x|)"])), []), (.text(.longerThan(3)), []),
            (.text(.contains(" A "), exact: true), [["~a"]]), (.text(.contains(" "), exact: true), []),
            (.text(.equals(" A "), exact: true), [["=a"]]),
            (.text(.startsWith(["ab"]), .endsWith(["cd"])), [["~ab"], ["~cd"]]),
            (Condition(.not(.text(.equals("a")))), []),
            (
                Condition(.all([.text(.contains("a")), Condition(.chance(0.5)), .text(.contains("b"))])),
                [["~a"], ["~b"]]
            ),
            (Condition(.any([.text(.contains("a")), .text(.contains("b"))])), [["~a", "~b"]]),
            (Condition(.any([.text(.contains("a")), Condition(.chance(0.5))])), []),
            (Condition(.text(.label, .tests([.equals("a")]))), []),
        ] as [(Condition, [[String]])])
    func clauses(condition: Condition, wanted: [[String]]) throws {
        #expect(try Self.gate(condition) == wanted)
    }

    @Test("rules are found by their rarest literal, and other literals are asked before the rule is")
    func rarity() throws {
        var bench = try Bench(
            [
                Rule("a", when: .text(.regex(["the .*zebra"]))), Rule("b", when: .text(.contains("the lion"))),
                Rule("c", when: .text(.contains("the bear"))), Rule("d", when: .text(.contains("on the"))),
            ])
        _ = bench.match(.message("the quick brown fox jumps on a zebra"))
        #expect(bench.program.buckets[Trigger.message.number].candidates == [0])
        _ = bench.match(.message("zebra"))
        #expect(bench.program.buckets[Trigger.message.number].candidates == [])
        _ = bench.match(.message("the quick brown fox"))
        #expect(bench.program.buckets[Trigger.message.number].candidates == [])
    }

    @Test("candidates come in order, with those that no text tells from the rest among them")
    func order() throws {
        let rules = (0..<40).map { number in
            number % 3 == 0
                ? Rule("r\(number)", when: Condition(.chance(1)))
                : Rule("r\(number)", when: .text(.contains("x\(number % 7)")))
        }
        var bench = try Bench(rules) { $0.hit = .all }
        for text in ["x1 x2", "", "x6x5x4x3x2x1x0"] {
            _ = bench.match(.message(text))
            let candidates = bench.program.buckets[Trigger.message.number].candidates
            #expect(candidates == candidates.sorted())
            #expect(Set(candidates).count == candidates.count)
            #expect(Set(candidates).isSuperset(of: (0..<40).filter { $0 % 3 == 0 }))
        }
    }

    @Test("a rule may be found by any of several fields")
    func fields() throws {
        var bench = try Bench([
            Rule(
                "pdf", on: .media,
                when: Condition(
                    .any([
                        Condition(.text(.filename, .tests([.endsWith([".pdf"])]))),
                        Condition(.text(.mime, .tests([.equals("application/pdf")]))),
                    ])))
        ])
        var media = Occurrence(.media)
        #expect(bench.fired(media) == [])
        media.mime = "application/pdf"
        #expect(bench.fired(media) == ["pdf"])
        media.mime = "image/png"
        media.filename = "A.PDF"
        #expect(bench.fired(media) == ["pdf"])
        media.filename = nil
        #expect(bench.fired(media) == [])
    }
}
