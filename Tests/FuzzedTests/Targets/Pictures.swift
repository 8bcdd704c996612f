// modules: Images
@testable import Images

/// PNG, JPEG and WebP. What comes out is a picture that is read again as the same.
enum Pictures: Fuzzed {
    static let name = "images"
    static let longest = 16_384

    static func read(_ bytes: [UInt8]) throws {
        var limits = ImageLimits()
        // A few bytes can claim the largest picture, which takes a second each time.
        limits.pixels = 250_000
        let bytes = PNGFile.begins(bytes) ? withChecksums(bytes) : bytes
        guard !SVGFile.mayBegin(bytes), let image = try? ImageReader.check(bytes, limits) else { return }
        let again = try? ImageReader.check(image.bytes)
        try Broken.unless(
            again?.mediaType == image.mediaType && again?.width == image.width && again?.height == image.height,
            "what was written is read again")
        let answer = ImageAnswer.read(ImageAnswer.bytes(of: .success(image)), limits)
        try Broken.unless(answer == .success(image), "it is told from process to process")
    }

    /// With right checksums, or nothing after the first would ever be reached.
    private static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var at = 8
        while let length = Bytes(bytes: bytes).big32(at), at + 12 + length <= bytes.count {
            let sum = crc(bytes[at + 4..<at + 8 + length])
            for place in 0..<4 { bytes[at + 8 + length + place] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * place)) }
            at += 12 + length
        }
        return bytes
    }

    private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
    }
}
