/// A picture that was read, found valid, and encoded again by us: no byte of the upload remains.
package struct CheckedImage: Sendable, Equatable {
    package enum MediaType: String, Sendable, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case webp = "image/webp"
        case svg = "image/svg+xml"
    }

    package var mediaType: MediaType
    /// In pixels; for an SVG its own size.
    package var width: Int
    package var height: Int
    package var bytes: [UInt8]
}

/// The limits of a picture. Size and number of pixels are read from its first bytes before anything is decoded.
package struct ImageLimits: Sendable {
    /// Of the upload.
    package var bytes = 4_000_000
    /// An SVG is stored as text, not scaled down: it has a limit of its own.
    package var svgBytes = 262_144
    /// 24 megapixels, the size of a phone's camera. Decoded that is 100 MB, for one picture at a time.
    package var pixels = 24_700_000
    /// The longer side of the stored picture; a larger one is scaled down to it.
    package var side = 512

    package init() {}

    package static let icon = ImageLimits()
}

/// Why a picture was refused.
package enum ImageRefusal: Error, Sendable, Equatable {
    /// Neither PNG, JPEG, WebP nor SVG, whatever its name says.
    case notAnImage
    case tooManyBytes(limit: Int)
    case tooManyPixels(limit: Int)
    /// Cut off, broken, or not of the type that its first bytes claim.
    case damaged
    /// An SVG with so many or so deeply nested parts that drawing it would block a browser; or a JPEG with too many
    /// scans.
    case tooIntricate
    /// An SVG that declares entities or other parts of a DTD.
    case declaresEntities
    /// The process that read it ended: it ran out of memory or time, or a library failed.
    case unreadable
}
