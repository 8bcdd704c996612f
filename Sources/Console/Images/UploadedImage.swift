import HTML
import Images
import Templates
import Web

/// An uploaded picture: encoded anew, or the error in words.
package enum UploadedImage: Sendable {
    case none
    case sound(CheckedImage)
    case refused(LocalText)

    /// The types that the browser's file dialog offers. The real type is detected from the bytes.
    package static let accepted = CheckedImage.MediaType.allCases.map(\.rawValue).joined(separator: ",")

    package static func read(_ file: UploadedFile?, _ limits: ImageLimits, _ services: Services) async throws
        -> UploadedImage
    {
        guard let file else { return .none }
        guard !file.isCut else { return .refused(words(.tooManyBytes(limit: limits.bytes))) }
        return switch try await services.reading.image(file.bytes, limits) {
        case .success(let image): .sound(image)
        case .failure(let refusal): .refused(words(refusal))
        }
    }

    package static func words(_ refusal: ImageRefusal) -> LocalText {
        switch refusal {
        case .notAnImage: LocalText(Strings.error_image_kind)
        case .tooManyBytes(let limit): Strings.error_image_bytes(max: Formatted.bytes(limit))
        case .tooManyPixels(let limit): Strings.error_image_pixels(max: Formatted.integer(limit / 1_000_000))
        case .damaged: LocalText(Strings.error_image_damaged)
        case .tooIntricate: LocalText(Strings.error_image_intricate)
        case .declaresEntities: LocalText(Strings.error_image_entities)
        case .unreadable: LocalText(Strings.error_image_unreadable)
        }
    }
}
