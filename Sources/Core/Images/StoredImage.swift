import Crypto
import HTTPTypes
import Images
import NIOCore
import Postgres
import Web

/// A picture in the database: put there as it was written anew, answered under the type that it was written as.
enum StoredImage {
    /// The id that refers to it, in columns that reference `images (tenant_id, id)`.
    static func keep(_ image: CheckedImage, in tx: borrowing TenantTransaction, now: Timestamp) throws -> ID {
        let hash = Array(SHA256.hash(data: image.bytes))
        guard let row = try tx.first(ImageQueries.keep(image, sha256: hash, id: .make(at: now), now: now)) else { throw Refusal.notFound }
        return try row.id("id")
    }

    /// Says nothing about who may have it. An id means the same bytes for ever, so it is their ETag as well; `cache` says whose
    /// caches may keep them.
    static func response(_ id: ID, _ row: Row, to request: WebRequest, cache: String) throws -> WebResponse {
        let tag = "\"\(id)\""
        let head: HTTPFields = [.cacheControl: "\(cache), max-age=31536000, immutable", .eTag: tag]
        if EntityTags(.ifNoneMatch, of: request)?.nameWeakly(tag) == true { return WebResponse(status: .notModified, headers: head) }
        guard let type = CheckedImage.MediaType(rawValue: try row.text("media_type")) else { throw Refusal.notFound }
        var response = WebResponse(status: .ok, headers: head, body: .bytes(ByteBuffer(bytes: try row.bytes("content"))))
        response.headers[.contentType] = type.rawValue
        // Opened by itself an SVG is a page: one that may load nothing, run nothing, and has no origin.
        response.headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        return response
    }
}
