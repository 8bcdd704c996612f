import Testing

@testable import Images

/// PNG, JPEG and WebP: what comes in good comes out as a picture of ours, what is hostile does not come out.
@Suite struct RasterTests {
    private func refusal(_ bytes: [UInt8], _ limits: ImageLimits = .icon) -> ImageRefusal? {
        do {
            _ = try ImageReader.check(bytes, limits)
            return nil
        } catch {
            return error
        }
    }

    /// Decoded again: the colour of a pixel, as blue, green, red, alpha.
    private func pixel(_ image: CheckedImage, _ x: Int, _ y: Int) throws -> [Int] {
        let raster =
            switch image.mediaType {
            case .png: try PNGFile.decoded(image.bytes, .icon)
            case .jpeg: try JPEGFile.decoded(image.bytes, .icon)
            default: try WebPFile.decoded(image.bytes, .icon)
            }
        return (0..<4).map { Int(raster.bytes[y * raster.stride + x * 4 + $0]) }
    }

    private func isNear(_ a: [Int], _ b: [Int], _ most: Int = 14) -> Bool {
        zip(a, b).allSatisfy { abs($0 - $1) <= most }
    }

    @Test func `a picture stays what it is, with its size, its colours and its transparency`() throws {
        for (bytes, type) in [
            (Corpus.png(), CheckedImage.MediaType.png), (Corpus.jpeg(), .jpeg), (Corpus.webp(), .webp),
            (Corpus.webp(isLossless: true), .webp),
            (Corpus.jpeg(isProgressive: true), .jpeg),
        ] {
            let image = try ImageReader.check(bytes)
            #expect(image.mediaType == type && image.width == 40 && image.height == 30)
            #expect(image.bytes != bytes || type == .webp)
            #expect(try isNear(pixel(image, 30, 15), [60, 127, 191, 255]))
            let left = try pixel(image, 4, 20)
            #expect(isNear(left, [60, 170, 25, type == .jpeg ? 255 : 128]), "\(type): \(left)")
            // What came out goes in again.
            #expect(try ImageReader.check(image.bytes).mediaType == type)
        }
    }

    @Test func `a large one is scaled down, its longer side to 512, a small one never up`() throws {
        for (bytes, width, height) in [
            (Corpus.png(1024, 256), 512, 128), (Corpus.jpeg(300, 1200), 128, 512), (Corpus.webp(513, 513), 512, 512),
            (Corpus.png(512, 1), 512, 1),
            (Corpus.png(1, 1), 1, 1), (Corpus.jpeg(4000, 8), 512, 1),
        ] {
            let image = try ImageReader.check(bytes)
            #expect(image.width == width && image.height == height)
        }
        #expect(try isNear(pixel(ImageReader.check(Corpus.png(1024, 256)), 384, 64), [60, 127, 191, 255]))
    }

    @Test func `a transparent edge is not darkened by what lies under the transparency`() throws {
        // White and opaque beside black and clear: in between is white, half clear, and not grey.
        var rows: [UInt8] = []
        for _ in 0..<2 {
            rows.append(0)
            for x in 0..<1024 { rows += [UInt8](repeating: x % 2 == 0 ? 255 : 0, count: 4) }
        }
        let bytes = Corpus.png([
            Corpus.header(1024, 2), Corpus.chunk("IDAT", Corpus.zlib(rows)), Corpus.chunk("IEND", []),
        ])
        #expect(try isNear(pixel(ImageReader.check(bytes), 100, 0), [255, 255, 255, 128], 3))
    }

    @Test func `a photograph taken sideways stands upright, without being told`() throws {
        // Red grows to the right in the file: turned by six it grows downwards.
        for (orientation, dark, bright) in [
            (1, (2, 15), (37, 15)), (3, (37, 15), (2, 15)), (6, (15, 2), (15, 37)), (8, (15, 37), (15, 2)),
        ] {
            let image = try ImageReader.check(Corpus.jpeg(orientation: orientation))
            #expect(image.width == (orientation > 4 ? 30 : 40))
            let (low, high) = (try pixel(image, dark.0, dark.1)[2], try pixel(image, bright.0, bright.1)[2])
            #expect(low < 50 && high > 200, "\(orientation): \(low), \(high)")
            #expect(!image.bytes.contains(sequence: Array("Exif".utf8)))
        }
    }

    @Test func `of an animated WebP the first frame stays, where it stands on its canvas`() throws {
        let image = try ImageReader.check(Corpus.animated())
        #expect(image.width == 60 && image.height == 40)
        #expect(try pixel(image, 2, 2)[3] == 0)
        #expect(try isNear(pixel(image, 40, 19), [60, 127, 191, 255]))
        #expect(!image.bytes.contains(sequence: Array("ANMF".utf8)))
        #expect(refusal(Corpus.animated(canvas: (44, 40))) == .damaged)
    }

    @Test func `texts, profiles, frames and whatever hides before or behind the picture are gone`() throws {
        let script = Array("<script>alert(document.domain)</script>GIF89a PK\u{3}\u{4} <?php system($_GET[0]); ?>".utf8)
        let beside = ["tEXt", "zTXt", "iTXt", "eXIf", "iCCP", "acTL", "fcTL", "fdAT", "prVt"].flatMap {
            Corpus.chunk($0, script)
        }
        let comment: [UInt8] = [0xFF, 0xFE, 0, UInt8(script.count + 2)] + script
        let (jpeg, webp) = (Corpus.jpeg(), Corpus.webp())
        let files: [[UInt8]] = [
            Corpus.png(beside: beside), Corpus.png() + script, Corpus.insert(comment, into: jpeg), jpeg + script,
            webp + script,
        ]
        for bytes in files {
            let image = try ImageReader.check(bytes)
            for word in ["script", "GIF89a", "PK\u{3}", "php"] {
                #expect(bytes.contains(sequence: Array(word.utf8)) && !image.bytes.contains(sequence: Array(word.utf8)))
            }
        }
    }

    @Test func `what is no picture is refused, whatever it calls itself`() {
        for text in [
            "", "x", "GIF89a", "%PDF-1.7", "PK\u{3}\u{4}", "BM", "<html><svg/></html>", "<!doctype html><script>",
            "\u{0}\u{0}\u{1}\u{0}", "RIFF\u{4}\u{0}\u{0}\u{0}WAVE",
        ] {
            #expect(refusal(Array(text.utf8)) == .notAnImage, "\(text)")
        }
    }

    @Test func `cut short anywhere it is refused`() {
        for whole in [
            Corpus.png(), Corpus.jpeg(), Corpus.jpeg(isProgressive: true), Corpus.webp(), Corpus.webp(isLossless: true),
            Corpus.animated(),
        ] {
            for count in stride(from: 13, to: whole.count - 1, by: max(1, whole.count / 97)) {
                let refused = refusal(Array(whole[..<count]))
                #expect(refused == .damaged || refused == .notAnImage, "\(count) of \(whole.count)")
            }
        }
    }

    @Test func `a wrong checksum, header or order is refused`() {
        var wrong = Corpus.png()
        wrong[wrong.count - 20] ^= 1
        #expect(refusal(wrong) == .damaged)
        let (head, end) = (Corpus.header(4, 4), Corpus.chunk("IEND", []))
        let broken: [[[UInt8]]] = [
            [head, end], [Corpus.chunk("IDAT", []), head], [head, Corpus.chunk("IDAT", Corpus.zlib([0, 1, 2])), end],
            [Corpus.big(0x7FFF_FFFF), Array("IHDR".utf8), Corpus.big(4)], [Corpus.header(0, 4), end],
        ]
        for chunks in broken { #expect(refusal(Corpus.png(chunks)) == .damaged) }
        #expect(refusal([0xFF, 0xD8, 0xFF, 0xD9]) == .damaged)
    }

    @Test func `a bomb is refused by what its header claims, before a pixel is decoded`() {
        let limit = ImageLimits.icon.pixels
        for (width, height) in [(100_000, 100_000), (0x7FFF_FFFF, 0x7FFF_FFFF), (16_384, 1), (5_000, 5_000)] {
            let bomb = Corpus.png([
                Corpus.header(width, height), Corpus.chunk("IDAT", Corpus.zlib([0])), Corpus.chunk("IEND", []),
            ])
            #expect(refusal(bomb) == .tooManyPixels(limit: limit))
        }
        // A whole JPEG and WebP that say more than they hold.
        var jpeg = Corpus.jpeg()
        if let frame = jpeg.firstRange(of: [0xFF, 0xC0]) {
            jpeg.replaceSubrange(frame.lowerBound + 5..<frame.lowerBound + 9, with: [0x3F, 0xFF, 0x3F, 0xFF])
        }
        #expect(refusal(jpeg) == .tooManyPixels(limit: limit))
        #expect(refusal(Corpus.animated(canvas: (16_000, 16_000))) == .tooManyPixels(limit: limit))
    }

    @Test func `more bytes than may be are refused unread, and a JPEG of a thousand scans undecoded`() {
        var small = ImageLimits.icon
        small.bytes = 100
        #expect(refusal(Corpus.png(), small) == .tooManyBytes(limit: 100))
        let jpeg = Corpus.jpeg(isProgressive: true)
        guard let last = jpeg.lastScan else {
            Issue.record("no scan")
            return
        }
        var layered = Array(jpeg[..<last])
        for _ in 0..<1000 { layered += jpeg[last..<jpeg.count - 2] }
        layered += jpeg.suffix(2)
        #expect(refusal(layered) == .tooIntricate)
    }
}

extension [UInt8] {
    func contains(sequence: [UInt8]) -> Bool { firstRange(of: sequence) != nil }

    var lastScan: Int? { ranges(of: [0xFF, 0xDA]).last?.lowerBound }
}
