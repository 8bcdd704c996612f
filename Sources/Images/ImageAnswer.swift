/// The result for a picture, as one process sends it to another: its type, its size in four bytes each,
/// little-endian, and its bytes; or why it was refused, and the limit.
package enum ImageAnswer {
    private static let refusals: [(code: UInt8, make: @Sendable (Int) -> ImageRefusal)] = [
        (16, { _ in .notAnImage }), (17, { .tooManyBytes(limit: $0) }), (18, { .tooManyPixels(limit: $0) }),
        (19, { _ in .damaged }), (20, { _ in .tooIntricate }), (21, { _ in .declaresEntities }),
        (22, { _ in .unreadable }),
    ]

    package static func bytes(of answer: Result<CheckedImage, ImageRefusal>) -> [UInt8] {
        switch answer {
        case .success(let image):
            let type = CheckedImage.MediaType.allCases.firstIndex(of: image.mediaType) ?? 0
            return [UInt8(type)] + four(image.width) + four(image.height) + image.bytes
        case .failure(let refusal):
            let limit =
                switch refusal {
                case .tooManyBytes(let limit), .tooManyPixels(let limit): limit
                default: 0
                }
            return [refusals.first { $0.make(limit) == refusal }?.code ?? 19] + four(limit) + four(0)
        }
    }

    /// Returns nil for bytes that our own process would not send. The sender has read an untrusted file, so it is not
    /// trusted.
    package static func read(_ bytes: [UInt8], _ limits: ImageLimits) -> Result<CheckedImage, ImageRefusal>? {
        guard bytes.count >= 9 else { return nil }
        func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
        if let refusal = refusals.first(where: { $0.code == bytes[0] }) { return .failure(refusal.make(number(1))) }
        guard Int(bytes[0]) < CheckedImage.MediaType.allCases.count, bytes.count > 9,
            1...limits.side ~= number(1), 1...limits.side ~= number(5)
        else { return nil }
        return .success(
            CheckedImage(
                mediaType: CheckedImage.MediaType.allCases[Int(bytes[0])], width: number(1), height: number(5),
                bytes: Array(bytes[9...])))
    }

    private static func four(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
