import Console
import HTML
import Images
import Templates
import Web

/// What was uploaded, found to be what it says.
package struct CheckedFile: Sendable {
    /// Why a file is not taken.
    package enum Fault: Error {
        case none
        case tooManyBytes(limit: Int)
        /// Neither a photo nor a document.
        case kind
        case damagedDocument
        /// A password lies on the document.
        case lockedDocument
        case photo(ImageRefusal)

        /// In English: programs and their makers read it.
        var why: String {
            switch self {
            case .none: "The file is empty."
            case .tooManyBytes(let limit), .photo(.tooManyBytes(let limit)): "A file of at most \(limit) bytes."
            case .kind, .photo(.notAnImage): "Neither a PNG, JPEG or WebP picture nor a PDF document."
            case .damagedDocument: "The document is damaged or cut short."
            case .lockedDocument: "The document has a password on it."
            case .photo(.tooManyPixels(let limit)): "A picture of at most \(limit) pixels."
            case .photo(.damaged): "The picture is damaged or cut short."
            case .photo(.tooIntricate), .photo(.declaresEntities), .photo(.unreadable):
                "This picture can't be read. Save it anew."
            }
        }

        /// For people.
        package var text: LocalText {
            switch self {
            case .none: LocalText(Strings.error_file_none)
            case .tooManyBytes(let limit): Strings.error_image_bytes(max: Formatted.bytes(limit))
            case .kind, .photo(.notAnImage): LocalText(Strings.error_file_kind)
            case .damagedDocument: LocalText(Strings.error_file_damaged)
            case .lockedDocument: LocalText(Strings.error_file_locked)
            case .photo(let refusal): UploadedImage.words(refusal)
            }
        }
    }

    let type: String
    let width: Int?
    let height: Int?
    let bytes: [UInt8]

    package var kind: UserFile.Kind { UserFile.Kind.photo.types.contains(type) ? .photo : .document }
    package var count: Int { bytes.count }

    /// The longer side of a photo that is kept: a page of paper can be read on it.
    private static var photo: ImageLimits {
        var limits = ImageLimits()
        (limits.bytes, limits.side, limits.svgBytes) = (UserFile.largest, 2048, 0)
        return limits
    }

    /// Throws a `Fault` for what is not taken.
    package static func read(
        _ file: [UInt8], from sender: FileSender = .admin, _ services: Services
    ) async throws -> CheckedFile {
        guard !file.isEmpty else { throw Fault.none }
        guard file.count <= UserFile.largest else { throw Fault.tooManyBytes(limit: UserFile.largest) }
        if PDFFile.begins(file) {
            if let fault = PDFFile.fault(file) { throw fault }
            return CheckedFile(type: "application/pdf", width: nil, height: nil, bytes: file)
        }
        switch try await services.reading.image(file, photo, from: sender) {
        case .success(let image) where UserFile.types.contains(image.mediaType.rawValue):
            return CheckedFile(
                type: image.mediaType.rawValue, width: image.width, height: image.height, bytes: image.bytes)
        // A drawing, which is longer than none may be here.
        case .success, .failure(.tooManyBytes): throw Fault.kind
        case .failure(let refusal): throw Fault.photo(refusal)
        }
    }
}

/// A PDF document, by its frame alone: it is stored as it came and handed out for saving, and nobody's browser opens it from here.
enum PDFFile {
    static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "%PDF-".utf8) }

    /// Why it is none. Its beginning says a version, its end where the table of its objects is, and there one is.
    static func fault(_ bytes: [UInt8]) -> CheckedFile.Fault? {
        let damaged = CheckedFile.Fault.damagedDocument
        let version = bytes.dropFirst(5).prefix(3)
        guard
            ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "2.0"].contains(where: {
                version.elementsEqual($0.utf8)
            })
        else { return damaged }
        let tail = bytes.suffix(1024)
        guard let end = last("%%EOF", in: tail), let start = last("startxref", in: tail[..<end]) else { return damaged }
        let digits = tail[(start + 9)..<end].drop(while: isSpace).prefix { (48...57).contains($0) }
        guard (1...10).contains(digits.count), let at = Int(String(decoding: digits, as: UTF8.self)),
            bytes.indices.contains(at)
        else { return damaged }
        let table = bytes[at...].drop(while: isSpace)
        // A table, or a stream that stands for one: `12 0 obj`.
        let isStream = table.prefix(20).first.map { (48...57).contains($0) } == true
        guard table.starts(with: "xref".utf8) || isStream else { return damaged }
        return contains("/Encrypt", in: bytes[at...]) ? .lockedDocument : nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) || byte == 0 }

    private static func contains(_ text: StaticString, in bytes: ArraySlice<UInt8>) -> Bool {
        last(text, in: bytes.prefix(1 << 20)) != nil
    }

    /// Where it stands last.
    private static func last(_ text: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
        let count = text.utf8CodeUnitCount
        guard bytes.count >= count else { return nil }
        return (bytes.startIndex...(bytes.endIndex - count)).last { at in
            (0..<count).allSatisfy { bytes[at + $0] == text.utf8Start[$0] }
        }
    }
}
