import NIOCore
import Postgres
import Secrets

/// A picture whose bytes are stored outside the database, as its row describes it.
package struct OutsideImage: Sendable {
    package var tenant: ID
    /// A new id for each upload to the store, and never reused: no row will name an object that no row names now.
    package var object: ID
    package var sha256: [UInt8]
    package var size: Int

    package var name: String { ImageStore.name(object, of: tenant) }
}

extension OutsideImage {
    /// nil while the bytes are in the row.
    package init?(_ row: Row, of tenant: ID) throws {
        guard let object = try row.idOrNil("object_id") else { return nil }
        self.tenant = tenant
        self.object = object
        sha256 = try row.bytes("sha256")
        size = try row.int("size")
    }
}

/// The store for pictures outside the database. Its objects' names contain only ids.
package final class ImageStore: Sendable {
    /// The place where pictures belong. Those in the other place are moved.
    package enum Home: String, Sendable, CaseIterable { case store, database }

    package let objects: ObjectStore
    package let home: Home
    /// Recently used pictures, by the object's full name, which includes the tenant.
    private let recent = BoundedCache<String, ByteBuffer>(most: 32 << 20)
    /// The weight of all pictures in memory.
    var keptBytes: Int { recent.bytes }

    package init(_ objects: ObjectStore, home: Home) {
        self.objects = objects
        self.home = home
    }

    package static func name(_ object: ID, of tenant: ID) -> String { "\(tenant)/\(object)" }

    /// Returns exactly the bytes that were stored, or throws.
    package func bytes(of image: OutsideImage) async throws(ObjectStore.Problem) -> ByteBuffer {
        if let known = recent[image.name] { return known }
        let bytes = try await objects.get(image.name, mostBytes: image.size)
        guard bytes.count == image.size, MAC.sha256(bytes) == image.sha256 else { throw .altered }
        let buffer = ByteBuffer(bytes: bytes)
        recent.keep(buffer, under: image.name)
        return buffer
    }
}

/// A buffer has a cost even if the picture is tiny.
extension ByteBuffer: Weighed { package var weight: Int { 512 + readableBytes } }
