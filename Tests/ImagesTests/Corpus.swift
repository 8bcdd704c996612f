import CTurboJPEG
import CWebP

/// Files made here, byte by byte or by the libraries' other ends: good ones to begin with, to be broken from there.
enum Corpus {
    /// Blue, green, red, alpha: red grows to the right, green downwards, the left quarter is half transparent.
    static func pixels(_ width: Int, _ height: Int) -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (green, red): (UInt8, UInt8) = (UInt8(y * 255 / height), UInt8(x * 255 / width))
                pixels += [60, green, red, x * 4 < width ? 128 : 255]
            }
        }
        return pixels
    }

    // MARK: PNG

    static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
        }
        return ~crc
    }

    static func big(_ number: Int) -> [UInt8] {
        let shifts: [Int] = [24, 16, 8, 0]
        return shifts.map { (shift: Int) -> UInt8 in UInt8(truncatingIfNeeded: number >> shift) }
    }

    static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        return big(content.count) + body + big(Int(crc(body)))
    }

    /// Deflated without packing: what is in a file stands there to be seen.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var at = 0
        while at < bytes.count {
            let count = min(65_535, bytes.count - at)
            let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
            let last: UInt8 = at + count == bytes.count ? 1 : 0
            out += [last, low, high, ~low, ~high]
            out += bytes[at..<at + count]
            at += count
        }
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return out + big(b << 16 | a)
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]

    static func header(_ width: Int, _ height: Int) -> [UInt8] {
        let rest: [UInt8] = [8, 6, 0, 0, 0]
        return chunk("IHDR", big(width) + big(height) + rest)
    }

    /// `beside` stands between the header and the picture: texts, profiles, frames.
    static func png(_ width: Int = 40, _ height: Int = 30, beside: [UInt8] = []) -> [UInt8] {
        let pixels = pixels(width, height)
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width {
                let at = (y * width + x) * 4
                rows += [pixels[at + 2], pixels[at + 1], pixels[at], pixels[at + 3]]
            }
        }
        return png([header(width, height), beside, chunk("IDAT", zlib(rows)), chunk("IEND", [])])
    }

    static func png(_ chunks: [[UInt8]]) -> [UInt8] { signature + chunks.joined() }

    // MARK: JPEG

    /// `orientation` as EXIF says it, big-endian.
    static func jpeg(_ width: Int = 40, _ height: Int = 30, orientation: Int? = nil, isProgressive: Bool = false)
        -> [UInt8]
    {
        let turbo = tjInitCompress()
        defer { tjDestroy(turbo) }
        var out: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        tjCompress2(
            turbo, pixels(width, height), Int32(width), 0, Int32(height), TJPF_BGRX.rawValue, &out, &count,
            Int32(TJSAMP_420.rawValue), 90,
            isProgressive ? TJFLAG_PROGRESSIVE : 0)
        defer { tjFree(out) }
        let file = Array(UnsafeBufferPointer(start: out, count: Int(count)))
        guard let orientation else { return file }
        var exif: [UInt8] = Array("Exif\0\0MM".utf8)
        exif += [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
        return insert([0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif, into: file)
    }

    /// Behind the beginning of a JPEG.
    static func insert(_ segment: [UInt8], into file: [UInt8]) -> [UInt8] {
        var file = file
        file.insert(contentsOf: segment, at: 2)
        return file
    }

    // MARK: WebP

    static func webp(_ width: Int = 40, _ height: Int = 30, isLossless: Bool = false) -> [UInt8] {
        var out: UnsafeMutablePointer<UInt8>?
        let count =
            isLossless
            ? WebPEncodeLosslessBGRA(pixels(width, height), Int32(width), Int32(height), Int32(width * 4), &out)
            : WebPEncodeBGRA(pixels(width, height), Int32(width), Int32(height), Int32(width * 4), 80, &out)
        defer { WebPFree(out) }
        return Array(UnsafeBufferPointer(start: out, count: count))
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { (at: Int) -> UInt8 in UInt8(truncatingIfNeeded: number >> (8 * at)) }
    }

    private static func riff(_ type: String, _ content: [UInt8]) -> [UInt8] {
        var out: [UInt8] = Array(type.utf8)
        out += little(content.count, 4)
        out += content
        if content.count % 2 == 1 { out.append(0) }
        return out
    }

    /// Two frames; the first stands at 10, 4 on a larger canvas.
    static func animated(canvas: (Int, Int) = (60, 40)) -> [UInt8] {
        let frame = Array(webp(isLossless: true)[12...])
        func frameChunk(_ left: Int, _ top: Int) -> [UInt8] {
            var head: [UInt8] = []
            for number in [left / 2, top / 2, 39, 29, 100] { head += little(number, 3) }
            return riff("ANMF", head + [0] + frame)
        }
        var flags: [UInt8] = [0x12, 0, 0, 0]
        flags += little(canvas.0 - 1, 3)
        flags += little(canvas.1 - 1, 3)
        var body: [UInt8] = Array("WEBP".utf8)
        for chunk in [riff("VP8X", flags), riff("ANIM", [0, 0, 0, 0, 0, 0]), frameChunk(10, 4), frameChunk(0, 0)] {
            body += chunk
        }
        var file: [UInt8] = Array("RIFF".utf8)
        file += little(body.count, 4)
        return file + body
    }

    // MARK: SVG

    static func svg(_ inside: String, _ attributes: String = "viewBox=\"0 0 24 24\"") -> [UInt8] {
        Array(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \(attributes)>\(inside)</svg>"
                .utf8)
    }
}
