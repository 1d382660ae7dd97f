import JSON
import Random
import Testing

@testable import Measure

@Suite("The V2 encoding of a histogram")
struct HistogramCodingTests {
    @Test("by PyPI's hdrhistogram 0.10.8 is read with the figures that it names")
    func fromPython() throws {
        // HdrHistogram(1, 3600000000, 3) with 1, 2, 2, 1000, 2047, 2048, 50000 and 1000 times 123456.
        let text =
            "HISTFAAAADF4nJNpmSzMwMAgyAABzFCaEURcm7yEwf4DVICJ5SQ/02oBJqaNHky3RS/wAwDBbwkC"
        let histogram = try Histogram(encoded: text)
        #expect(histogram.layout == .latency)
        #expect(histogram.count == 1007)
        #expect(histogram.values(at: [0, 0.1, 50, 90, 99, 99.9, 100]) == [1, 1] + Array(repeating: 123_519, count: 5))
        #expect(histogram.min == 1 && histogram.max == 123_519)
        #expect(histogram.mean == 122684.31082423039)
    }

    @Test("is read back as it was, for any values")
    func roundTrip() throws {
        var numbers = SplitMix(seed: 3)
        for size in [0, 1, 2, 10, 1000, 30_000] {
            var histogram = Histogram()
            for _ in 0..<size { histogram.record(numbers.latency()) }
            #expect(try Histogram(encoded: histogram.encoded) == histogram)
            #expect(try Histogram(encoded: histogram.encoded, layout: .latency) == histogram)
        }
    }

    @Test("carries every count from 1 to the largest")
    func counts() throws {
        var histogram = Histogram()
        for shift in 0..<61 { histogram.record(shift * 3, times: 1 << shift) }
        #expect(try Histogram(encoded: histogram.encoded) == histogram)
        var numbers: [UInt8] = []
        for number in [0, 1, -1, 63, -64, 64, -65, .max, .min] { ZigZag.append(number, to: &numbers) }
        var index = 0
        for number in [0, 1, -1, 63, -64, 64, -65, .max, .min] {
            #expect(ZigZag.read(numbers.span, at: &index) == number)
        }
        #expect(index == numbers.count)
        #expect(ZigZag.read(numbers.span, at: &index) == nil)
    }

    @Test("is refused where it is damaged, each damage by its name")
    func damage() {
        func fault(_ text: String, layout: Histogram.Layout? = nil) -> String? {
            do throws(Histogram.CodingFault) {
                _ = try Histogram(encoded: text, layout: layout)
                return nil
            } catch { return error.description }
        }
        var one = Histogram()
        one.record(77_000)
        let good = one.encoded
        #expect(fault(good) == nil)
        #expect(fault("HIST*AAA") == "a character that base64 does not have, at byte 4")
        #expect(
            fault("AAAA")
                == "this is not a histogram in HdrHistogram's compressed V2 encoding (it begins with HISTFAAA)")
        #expect(
            fault(String(good.dropLast(4)))
                == "this is not a histogram in HdrHistogram's compressed V2 encoding (it begins with HISTFAAA)")
        #expect(fault(flipped(good, at: 20)) == "the histogram's compressed part is damaged")
        #expect(
            fault(good, layout: .series)
                == "the histogram has 3 digits from 1 to 3600000000, which does not belong here")
    }

    @Test("is never trusted: a seeded run of broken texts is refused or read, and nothing more")
    func hostile() {
        var numbers = SplitMix(seed: 4)
        var histogram = Histogram()
        for _ in 0..<100 { histogram.record(numbers.latency()) }
        let good = histogram.encoded
        for _ in 0..<2000 {
            var bytes: [UInt8] = []
            try? Base64.decode(Array(good.utf8).span, into: &bytes)
            for _ in 0...Int.random(in: 0...3, using: &numbers) {
                bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            var text: [UInt8] = []
            Base64.encode(bytes.span, into: &text)
            _ = try? Histogram(encoded: String(decoding: text, as: UTF8.self))
        }
    }

    @Test("of a body with impossible counts is refused")
    func bodies() throws {
        func isRefused(_ numbers: [Int]) -> Bool {
            var body: [UInt8] = []
            for number in numbers { ZigZag.append(number, to: &body) }
            var histogram = Histogram()
            do throws(Histogram.CodingFault) { try histogram.read(body: body.span) } catch { return error == .counts }
            return false
        }
        let places = Histogram.Layout.latency.placeCount
        #expect(!isRefused([1 - places, 5]))
        #expect(isRefused([1 - places, 5, 5]))
        #expect(isRefused([1 - places, -2]))
        #expect(isRefused([.min]))
        #expect(isRefused([.max, 1]))
        var half = Histogram()
        #expect(throws: Histogram.CodingFault.counts) { try half.read(body: [0x80].span) }
    }

    /// With one bit of a byte turned.
    private func flipped(_ text: String, at index: Int) -> String {
        var bytes: [UInt8] = []
        try? Base64.decode(Array(text.utf8).span, into: &bytes)
        bytes[index] ^= 0x10
        var out: [UInt8] = []
        Base64.encode(bytes.span, into: &out)
        return String(decoding: out, as: UTF8.self)
    }
}
