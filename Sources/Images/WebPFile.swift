import CWebP

/// WebP with libwebp. Of an animated picture only the first frame is used.
enum WebPFile {
    static func begins(_ bytes: [UInt8]) -> Bool {
        let file = Bytes(bytes: bytes)
        return file.has("RIFF", at: 0) && file.has("WEBP", at: 8)
    }

    static func check(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageRefusal) -> CheckedImage {
        let (raster, isLossless) = try firstFrame(bytes, limits)
        try raster.shrink(to: limits.side)
        return CheckedImage(
            mediaType: .webp, width: raster.width, height: raster.height,
            bytes: try encode(raster, isLossless: isLossless))
    }

    static func decoded(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageRefusal) -> Raster {
        try firstFrame(bytes, limits).0
    }

    private static func firstFrame(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageRefusal) -> (Raster, Bool) {
        // The closure's typed error is passed out by hand, as a `Result`.
        try bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(ImageRefusal) -> (Raster, Bool) in try decode(bytes, limits) }
        }.get()
    }

    /// Returns the first frame on its canvas, and whether it was compressed without loss.
    private static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ limits: ImageLimits
    ) throws(ImageRefusal) -> (Raster, Bool) {
        var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
        guard let file = WebPDemux(&data) else { throw .damaged }
        defer { WebPDemuxDelete(file) }
        let width = Int(WebPDemuxGetI(file, WEBP_FF_CANVAS_WIDTH))
        let height = Int(WebPDemuxGetI(file, WEBP_FF_CANVAS_HEIGHT))
        try ImageReader.check(width: width, height: height, limits)
        var frame = WebPIterator()
        guard WebPDemuxGetFrame(file, 1, &frame) != 0 else { throw .damaged }
        defer { WebPDemuxReleaseIterator(&frame) }
        let (left, top) = (Int(frame.x_offset), Int(frame.y_offset))
        var features = WebPBitstreamFeatures()
        guard frame.complete != 0,
            WebPGetFeatures(frame.fragment.bytes, frame.fragment.size, &features) == VP8_STATUS_OK,
            features.width == frame.width, features.height == frame.height,
            left >= 0, top >= 0, left + Int(frame.width) <= width, top + Int(frame.height) <= height
        else { throw .damaged }
        let raster = try Raster(width: width, height: height)
        let start = top * raster.stride + left * 4
        guard
            WebPDecodeBGRAInto(
                frame.fragment.bytes, frame.fragment.size, raster.bytes + start, raster.size - start,
                Int32(raster.stride)) != nil
        else { throw .damaged }
        return (raster, features.format == 2)
    }

    private static func encode(_ raster: Raster, isLossless: Bool) throws(ImageRefusal) -> [UInt8] {
        var out: UnsafeMutablePointer<UInt8>?
        let (width, height, stride) = (Int32(raster.width), Int32(raster.height), Int32(raster.stride))
        let count =
            isLossless
            ? WebPEncodeLosslessBGRA(raster.bytes, width, height, stride, &out)
            : WebPEncodeBGRA(raster.bytes, width, height, stride, 90, &out)
        defer { WebPFree(out) }
        guard count > 0, let out else { throw .damaged }
        return Array(UnsafeBufferPointer(start: out, count: count))
    }
}
