/// A picture that was read, found to be sound, and written anew by us: of what was
/// uploaded not one byte is left as it was.
package struct CheckedImage: Sendable, Equatable {
    package enum MediaType: String, Sendable, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case webp = "image/webp"
        case svg = "image/svg+xml"
    }

    package var mediaType: MediaType
    /// In pixels; of an SVG the size it has by itself.
    package var width: Int
    package var height: Int
    package var bytes: [UInt8]
}

/// What a picture may be, told from its first bytes before anything is decoded.
package struct ImageLimits: Sendable {
    /// Of what is uploaded.
    package var bytes = 4_000_000
    /// An SVG is stored as text, not scaled down: it has a limit of its own.
    package var svgBytes = 262_144
    /// 24 megapixels, what a phone's camera makes. Decoded that is 100 MB, for one picture at a time.
    package var pixels = 24_700_000
    /// The longer side of what is kept; a larger picture is scaled down to it.
    package var side = 512

    package init() {}

    package static let icon = ImageLimits()
}

/// Why a picture was not taken.
package enum ImageRefusal: Error, Sendable, Equatable {
    /// Neither PNG, JPEG, WebP nor SVG, whatever its name says.
    case notAnImage
    case tooManyBytes(limit: Int)
    case tooManyPixels(limit: Int)
    /// Cut short, broken, or not what its beginning promises.
    case damaged
    /// An SVG with so many or so deeply nested parts that drawing it would hold a browser
    /// up; or a JPEG of too many layers.
    case tooIntricate
    /// An SVG that declares entities or other things of a DTD's.
    case declaresEntities
    /// Whatever read it ended: out of memory or time, or by a fault of a library's.
    case unreadable
}
