import CWebP

/// Pixels in memory: blue, green, red, alpha, one byte each, row after row. They are stored in libwebp's picture,
/// since its scaler weights colours by their alpha and is written in C.
final class Raster {
    /// libwebp's limit (WEBP_MAX_DIMENSION).
    static let longestSide = 16_383

    private let picture = UnsafeMutablePointer<WebPPicture>.allocate(capacity: 1)

    /// All pixels are transparent. The caller has checked the size against the limits.
    init(width: Int, height: Int) throws(ImageRefusal) {
        picture.initialize(to: WebPPicture())
        WebPPictureInit(picture)
        picture.pointee.use_argb = 1
        picture.pointee.width = Int32(width)
        picture.pointee.height = Int32(height)
        // Refused by libwebp, or out of memory: in both cases the picture is too large.
        guard WebPPictureAlloc(picture) != 0, let start = picture.pointee.argb else {
            throw .tooManyPixels(limit: width * height)
        }
        start.update(repeating: 0, count: stride / 4 * height)
    }

    deinit {
        WebPPictureFree(picture)
        picture.deallocate()
    }

    var width: Int { Int(picture.pointee.width) }
    var height: Int { Int(picture.pointee.height) }
    /// Bytes from one row to the next.
    var stride: Int { Int(picture.pointee.argb_stride) * 4 }
    /// Bytes of all rows.
    var size: Int { stride * height }

    /// The pixels. As machine words they are ARGB, so on a little-endian machine the bytes are in the order BGRA.
    var bytes: UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer(picture.pointee.argb).assumingMemoryBound(to: UInt8.self)
    }

    /// Scales down so that the longer side is at most `side`; never up.
    func shrink(to side: Int) throws(ImageRefusal) {
        let longer = max(width, height)
        guard longer > side else { return }
        func scaled(_ length: Int) -> Int32 { Int32(max(1, (length * side + longer / 2) / longer)) }
        guard WebPPictureRescale(picture, scaled(width), scaled(height)) != 0 else { throw .damaged }
    }

    /// Applies EXIF's orientations 2 to 8: turns and mirrors the pixels, so that the picture is upright without the
    /// tag.
    func upright(_ orientation: Int) throws(ImageRefusal) -> Raster {
        guard (2...8).contains(orientation) else { return self }
        let turns = orientation >= 5
        let turned = try Raster(width: turns ? height : width, height: turns ? width : height)
        guard let from = picture.pointee.argb, let to = turned.picture.pointee.argb else { return self }
        let (stride, turnedStride) = (stride / 4, turned.stride / 4)
        for y in 0..<turned.height {
            for x in 0..<turned.width {
                let (column, row) =
                    switch orientation {
                    case 2: (width - 1 - x, y)
                    case 3: (width - 1 - x, height - 1 - y)
                    case 4: (x, height - 1 - y)
                    case 5: (y, x)
                    case 6: (y, height - 1 - x)
                    case 7: (width - 1 - y, height - 1 - x)
                    default: (width - 1 - y, x)
                    }
                to[y * turnedStride + x] = from[row * stride + column]
            }
        }
        return turned
    }
}
