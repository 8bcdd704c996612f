import Crypto
import HTTPTypes
import Images
import NIOCore
import Postgres
import Web

/// A picture of a tenant: stored as it was encoded anew, and sent with that type.
package enum StoredImage {
    /// Bytes of all pictures of a tenant together, wherever they lie.
    package static let room = 1 << 30

    package static func hasRoom(for image: CheckedImage, in tx: borrowing TenantTransaction) throws -> Bool {
        try (tx.first(ImageQueries.stored)?.int("bytes") ?? 0) + image.bytes.count <= room
    }

    /// The id that refers to it, in columns that reference `images (tenant_id, id)`. What refers to it is whole with
    /// this transaction; to the store it goes behind it.
    package static func keep(
        _ image: CheckedImage, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    )
        throws -> ID
    {
        let hash = Array(SHA256.hash(data: image.bytes))
        guard let row = try tx.first(ImageQueries.keep(image, sha256: hash, id: .make(at: actor.now), now: actor.now))
        else { throw Refusal.notFound }
        if services.imageStore?.home == .store {
            try Jobs.add(MoveImages(tenant: tx.tenant), in: tx, by: actor, services)
        }
        return try row.id("id")
    }

    /// Does not check permissions. An id always means the same bytes, so it is also their ETag; `cache` says which
    /// caches may store them.
    package static func response(
        _ row: Row, in tx: borrowing TenantTransaction, to request: WebRequest, cache: String, _ services: Services
    ) throws -> Served {
        let tag = "\"\(try row.id("id"))\""
        var head: HTTPFields = [.cacheControl: "\(cache), max-age=31536000, immutable", .eTag: tag]
        if EntityTags(.ifNoneMatch, of: request)?.nameWeakly(tag) == true {
            return .now(WebResponse(status: .notModified, headers: head))
        }
        guard let type = CheckedImage.MediaType(rawValue: try row.text("media_type")) else { throw Refusal.notFound }
        head[.contentType] = type.rawValue
        // An SVG that is opened directly is a page: this one may load nothing, run nothing, and has no origin.
        head[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        guard let image = try OutsideImage(row, of: tx.tenant) else {
            return .now(
                WebResponse(status: .ok, headers: head, body: .bytes(ByteBuffer(bytes: try row.bytes("content")))))
        }
        guard let store = services.imageStore else { throw ObjectStore.Problem.notSetUp }
        return .later { [head] in
            WebResponse(status: .ok, headers: head, body: .bytes(try await store.bytes(of: image)))
        }
    }
}
