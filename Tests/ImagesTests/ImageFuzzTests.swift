import Support
import Testing

@testable import Images

/// Good files with something wrong in them: never a crash, and what comes out is a picture that can be read again.
@Suite struct ImageFuzzTests {
    private static let rounds = isFullRun ? 200_000 : 1_500

    private static let drawing = Corpus.svg(
        """
        <style>.a{fill:#f00}</style><defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>
        <g transform="scale(2)"><path class="a" d="M0 0h24v24" style="stroke:url(#g)"/><use xlink:href="#g"/><text>a &amp; b</text></g>
        """)

    private func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...3, using: &random) {
            guard !bytes.isEmpty else { break }
            let at = Int.random(in: 0..<bytes.count, using: &random)
            let length = min(Int.random(in: 1...40, using: &random), bytes.count - at)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.removeSubrange(at..<at + length)
            case 3: bytes.insert(contentsOf: bytes[at..<at + length], at: at)
            case 4: bytes.insert(contentsOf: random.bytes(length), at: at)
            case 5:
                for place in at..<at + length {
                    bytes[place] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
                }
            default: bytes = Array(bytes[..<at])
            }
        }
        return bytes
    }

    @Test(arguments: 0..<7)
    func `broken files are refused or become pictures that can be read again`(kind: Int) throws {
        let good = [
            Corpus.png(12, 9, beside: Corpus.chunk("tEXt", [1, 0, 2])), Corpus.jpeg(24, 17, orientation: 6),
            Corpus.jpeg(24, 17, isProgressive: true),
            Corpus.webp(24, 17), Corpus.webp(24, 17, isLossless: true), Corpus.animated(), Self.drawing,
        ][kind]
        #expect(throws: Never.self) { try ImageReader.check(good) }
        var taken = 0
        for seed in 0..<Self.rounds {
            var random = SeededRandom(UInt64(seed * 16 + kind))
            var bytes = mutated(good, &random)
            // A PNG's checksums are mended, or nothing behind them would ever be reached.
            if kind == 0 { bytes = withChecksums(bytes) }
            guard let image = try? ImageReader.check(bytes) else { continue }
            taken += 1
            do {
                let again = try ImageReader.check(image.bytes)
                #expect(
                    again.mediaType == image.mediaType && again.width == image.width && again.height == image.height,
                    "seed \(seed)")
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
        // Else the test would prove little: some get through.
        #expect(taken > 0)
    }

    private func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var at = 8
        while let length = Bytes(bytes: bytes).big32(at), at + 12 + length <= bytes.count {
            bytes.replaceSubrange(
                at + 8 + length..<at + 12 + length, with: Corpus.big(Int(Corpus.crc(bytes[at + 4..<at + 8 + length]))))
            at += 12 + length
        }
        return bytes
    }
}
