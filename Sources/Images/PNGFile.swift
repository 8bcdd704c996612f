import CPNG

/// PNG with libpng, which gets only the four kinds of chunks that make up a picture: profiles, texts, times,
/// animations and bytes after the end never reach it.
enum PNGFile {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

    static func decoded(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageRefusal) -> Raster {
        let file = Bytes(bytes: bytes)
        guard file.has("IHDR", at: 12), file.big32(8) == 13, let width = file.big32(16), let height = file.big32(20)
        else { throw .damaged }
        try ImageReader.check(width: width, height: height, limits)
        return try decode(try picture(in: file), width: width, height: height)
    }

    static func check(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageRefusal) -> CheckedImage {
        let raster = try decoded(bytes, limits)
        try raster.shrink(to: limits.side)
        return CheckedImage(mediaType: .png, width: raster.width, height: raster.height, bytes: try encode(raster))
    }

    /// Returns the file without the chunks that are not part of the picture.
    private static func picture(in file: Bytes) throws(ImageRefusal) -> [UInt8] {
        var kept = signature
        var at = signature.count
        while let length = file.big32(at) {
            let end = at + 12 + length
            guard end <= file.bytes.count else { throw .damaged }
            if file.has("IHDR", at: at + 4) || file.has("PLTE", at: at + 4) || file.has("IDAT", at: at + 4)
                || file.has("tRNS", at: at + 4)
            {
                kept += file.bytes[at..<end]
            }
            if file.has("IEND", at: at + 4) { return kept + file.bytes[at..<end] }
            at = end
        }
        throw .damaged
    }

    private static func decode(_ bytes: [UInt8], width: Int, height: Int) throws(ImageRefusal) -> Raster {
        let raster = try Raster(width: width, height: height)
        var image = png_image()
        image.version = UInt32(roost_png_version)
        defer { png_image_free(&image) }
        let isSound = bytes.withUnsafeBytes { bytes in
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0,
                image.width == width, image.height == height
            else { return false }
            image.format = UInt32(roost_png_bgra)
            return png_image_finish_read(&image, nil, raster.bytes, Int32(raster.stride), nil) != 0
        }
        guard isSound else { throw .damaged }
        return raster
    }

    private static func encode(_ raster: Raster) throws(ImageRefusal) -> [UInt8] {
        var image = png_image()
        image.version = UInt32(roost_png_version)
        image.format = UInt32(roost_png_bgra)
        image.width = UInt32(raster.width)
        image.height = UInt32(raster.height)
        defer { png_image_free(&image) }
        // Deflate makes noise longer, by five bytes per 16,000, and each chunk adds twelve per 8,000.
        var count = raster.size + raster.size / 100 + 8192
        var isWritten = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            isWritten =
                png_image_write_to_memory(
                    &image, buffer.baseAddress, &count, 0, raster.bytes, Int32(raster.stride), nil) != 0
            used = isWritten ? count : 0
        }
        guard isWritten else { throw .damaged }
        return bytes
    }
}
