import CTurboJPEG

/// JPEG with libjpeg-turbo. A large photograph is decoded at a half, a quarter or an eighth of its size, which is
/// that much cheaper.
enum JPEGFile {
    /// Progressive files have about ten scans. Each one processes the whole picture, however short it is in the file.
    private static let mostScans = 64

    static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xFF, 0xD8, 0xFF]) }

    /// Returns the picture upright, scaled down to the stored size.
    static func decoded(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageRefusal) -> Raster {
        guard let header = JPEGHeader(bytes) else { throw .damaged }
        try ImageReader.check(width: header.width, height: header.height, limits)
        guard header.scans <= mostScans else { throw .tooIntricate }
        let raster = try decode(Array(bytes[..<header.end]), header, limits)
        try raster.shrink(to: limits.side)
        return try raster.upright(header.orientation)
    }

    static func check(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageRefusal) -> CheckedImage {
        let raster = try decoded(bytes, limits)
        return CheckedImage(mediaType: .jpeg, width: raster.width, height: raster.height, bytes: try encode(raster))
    }

    private static func decode(_ bytes: [UInt8], _ header: JPEGHeader, _ limits: ImageLimits) throws(ImageRefusal)
        -> Raster
    {
        guard let turbo = tjInitDecompress() else { throw .damaged }
        defer { tjDestroy(turbo) }
        var (width, height, subsampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard tjDecompressHeader3(turbo, bytes, UInt(bytes.count), &width, &height, &subsampling, &space) == 0,
            width == header.width, height == header.height
        else { throw .damaged }
        // The smallest scale at which the longer side is still at least as long as the stored one.
        let longer = max(header.width, header.height)
        let eighths = [1, 2, 4].first { longer * $0 / 8 >= limits.side } ?? 8
        func scaled(_ length: Int) -> Int { (length * eighths + 7) / 8 }
        let raster = try Raster(width: scaled(header.width), height: scaled(header.height))
        let isInk = space == TJCS_CMYK.rawValue || space == TJCS_YCCK.rawValue
        let format = isInk ? TJPF_CMYK : TJPF_BGRA
        // Warnings are errors too: libjpeg fills missing parts with grey.
        guard
            tjDecompress2(
                turbo, bytes, UInt(bytes.count), raster.bytes, Int32(raster.width), Int32(raster.stride),
                Int32(raster.height), format.rawValue,
                TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS) == 0
        else { throw .damaged }
        if isInk { mix(raster) }
        return raster
    }

    /// Converts cyan, magenta, yellow and black, inverted as Adobe writes them (255 is no ink), to red, green and
    /// blue.
    private static func mix(_ raster: Raster) {
        for pixel in Swift.stride(from: 0, to: raster.size, by: 4) {
            let ink = raster.bytes + pixel
            let (cyan, magenta, yellow, black) = (Int(ink[0]), Int(ink[1]), Int(ink[2]), Int(ink[3]))
            ink[0] = UInt8(yellow * black / 255)
            ink[1] = UInt8(magenta * black / 255)
            ink[2] = UInt8(cyan * black / 255)
            ink[3] = 255
        }
    }

    private static func encode(_ raster: Raster) throws(ImageRefusal) -> [UInt8] {
        guard let turbo = tjInitCompress() else { throw .damaged }
        defer { tjDestroy(turbo) }
        var out: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { tjFree(out) }
        guard
            tjCompress2(
                turbo, raster.bytes, Int32(raster.width), Int32(raster.stride), Int32(raster.height),
                TJPF_BGRX.rawValue, &out, &count,
                Int32(TJSAMP_444.rawValue), 88, 0) == 0, let out
        else { throw .damaged }
        return Array(UnsafeBufferPointer(start: out, count: Int(count)))
    }
}
