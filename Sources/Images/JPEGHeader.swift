/// The properties of a JPEG, read without decoding: its markers, one after another to its end.
struct JPEGHeader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var scans = 0
    /// EXIF's orientation: 1 is upright.
    private(set) var orientation = 1
    /// The position after the end of the picture; bytes after it are ignored.
    private(set) var end = 0

    /// nil for bytes that are no complete JPEG.
    init?(_ bytes: [UInt8]) {
        let file = Bytes(bytes: bytes)
        var at = 2
        while let first = file.byte(at), let marker = file.byte(at + 1) {
            guard first == 0xFF else { return nil }
            switch marker {
            case 0xFF: at += 1
            case 0xD9:
                end = at + 2
                guard width > 0, height > 0, scans > 0 else { return nil }
                return
            case 0x01, 0xD0...0xD7: at += 2
            default:
                guard let length = file.big16(at + 2), length >= 2, at + 2 + length <= bytes.count else { return nil }
                let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
                if isFrame {
                    guard width == 0, let high = file.big16(at + 5), let wide = file.big16(at + 7) else { return nil }
                    (width, height) = (wide, high)
                }
                if marker == 0xE1, file.has("Exif\0\0", at: at + 4) {
                    orientation =
                        Self.orientation(Bytes(bytes: Array(bytes[(at + 10)..<max(at + 10, at + 2 + length)]))) ?? 1
                }
                at += 2 + length
                if marker == 0xDA {
                    scans += 1
                    at = Self.endOfScan(bytes, from: at)
                }
            }
        }
        return nil
    }

    /// In a scan, 0xFF before 0 or before a restart number is part of the scan; before any other byte it begins the
    /// next marker.
    private static func endOfScan(_ bytes: [UInt8], from start: Int) -> Int {
        var at = start
        while at + 1 < bytes.count {
            if bytes[at] == 0xFF, bytes[at + 1] != 0, !(0xD0...0xD7).contains(bytes[at + 1]) { return at }
            at += 1
        }
        return bytes.count
    }

    /// Reads the orientation from the first directory of EXIF's TIFF.
    private static func orientation(_ tiff: Bytes) -> Int? {
        let isLittle = tiff.has("II", at: 0)
        guard isLittle || tiff.has("MM", at: 0) else { return nil }
        func short(_ at: Int) -> Int? { isLittle ? tiff.little16(at) : tiff.big16(at) }
        guard let directory = isLittle ? tiff.little32(4) : tiff.big32(4), let count = short(directory) else {
            return nil
        }
        for entry in 0..<min(count, 500) {
            let at = directory + 2 + 12 * entry
            guard let tag = short(at) else { return nil }
            if tag == 0x0112 { return short(at + 8) }
        }
        return nil
    }
}
