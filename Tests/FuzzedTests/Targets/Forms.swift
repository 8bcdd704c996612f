// modules: HTML Web
import NIOCore

@testable import Web

/// Multipart forms: the boundary's type, a zero byte, and the body, whose pieces are as long as the first byte says.
enum Forms: Fuzzed {
    static let name = "multipart"

    static func read(_ bytes: [UInt8]) throws {
        guard let first = bytes.first, let end = bytes.firstIndex(of: 0), end > 0 else { return }
        let type = String(decoding: bytes[1..<end], as: UTF8.self)
        let body = Array(bytes[(end + 1)...])
        let whole = form(type, body, piece: body.count + 1)
        try Broken.unless(whole == form(type, body, piece: 1 + Int(first)), "pieces change nothing")
        for (_, file) in whole?.files ?? [:] {
            try Broken.unless(
                file.name.utf8.allSatisfy { $0 != 0x2F && $0 != 0 } && file.bytes.count <= 100, "a file as is allowed")
        }
        // A header of that form stands in other places as well.
        _ = HeaderParameters(type)
    }

    private static func form(_ type: String, _ body: [UInt8], piece: Int) -> MultipartForm? {
        guard var reader = MultipartReader(contentType: type, fileLimit: 100) else { return nil }
        var at = 0
        while at < body.count {
            let end = min(at + piece, body.count)
            guard (try? reader.read(ByteBuffer(bytes: body[at..<end]))) != nil else { return nil }
            at = end
        }
        return try? reader.finish()
    }
}
