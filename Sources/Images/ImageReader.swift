/// Reads untrusted bytes and returns a picture that we encoded ourselves. It reads nothing except the bytes, and
/// detects the type from them.
package enum ImageReader {
    package static func check(_ bytes: [UInt8], _ limits: ImageLimits = .icon) throws(ImageRefusal) -> CheckedImage {
        guard bytes.count <= limits.bytes else { throw .tooManyBytes(limit: limits.bytes) }
        if PNGFile.begins(bytes) { return try PNGFile.check(bytes, limits) }
        if JPEGFile.begins(bytes) { return try JPEGFile.check(bytes, limits) }
        if WebPFile.begins(bytes) { return try WebPFile.check(bytes, limits) }
        if SVGFile.mayBegin(bytes) { return try SVGFile.check(bytes, limits) }
        throw .notAnImage
    }

    /// Runs before anything is decoded: a few bytes can claim any size.
    static func check(width: Int, height: Int, _ limits: ImageLimits) throws(ImageRefusal) {
        guard width > 0, height > 0 else { throw .damaged }
        guard width <= Raster.longestSide, height <= Raster.longestSide, width * height <= limits.pixels else {
            throw .tooManyPixels(limit: limits.pixels)
        }
    }
}

/// Reads numbers at positions of a file; nil after its end.
struct Bytes {
    let bytes: [UInt8]

    func byte(_ at: Int) -> Int? { at >= 0 && at < bytes.count ? Int(bytes[at]) : nil }

    func big16(_ at: Int) -> Int? {
        guard at >= 0, at + 2 <= bytes.count else { return nil }
        return Int(bytes[at]) << 8 | Int(bytes[at + 1])
    }

    func big32(_ at: Int) -> Int? {
        guard let high = big16(at), let low = big16(at + 2) else { return nil }
        return high << 16 | low
    }

    func little16(_ at: Int) -> Int? { big16(at).map { ($0 & 0xFF) << 8 | $0 >> 8 } }

    func little32(_ at: Int) -> Int? {
        guard let low = little16(at), let high = little16(at + 2) else { return nil }
        return high << 16 | low
    }

    func has(_ text: StaticString, at: Int) -> Bool {
        guard at >= 0, at + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[at + $0] == text.utf8Start[$0] }
    }
}
