import NIOCore
import Postgres
import Secrets
import Synchronization

/// A picture whose bytes are stored outside the database, as its row describes it.
package struct OutsideImage: Sendable {
    package var tenant: ID
    /// A new id for each upload to the store, and never reused: no row will name an object that no row names now.
    package var object: ID
    package var sha256: [UInt8]
    package var size: Int

    /// nil while the bytes are in the row.
    package init?(_ row: Row, of tenant: ID) throws {
        guard let object = try row.idOrNil("object_id") else { return nil }
        self.tenant = tenant
        self.object = object
        sha256 = try row.bytes("sha256")
        size = try row.int("size")
    }

    package var name: String { ImageStore.name(object, of: tenant) }
}

/// The store for pictures outside the database. Its objects' names contain only ids.
package final class ImageStore: Sendable {
    /// The place where pictures belong. Those in the other place are moved.
    package enum Home: String, Sendable, CaseIterable { case store, database }

    package let objects: ObjectStore
    package let home: Home
    private let recent = Mutex(RecentBytes(most: 32 << 20))

    package init(_ objects: ObjectStore, home: Home) {
        self.objects = objects
        self.home = home
    }

    package static func name(_ object: ID, of tenant: ID) -> String { "\(tenant)/\(object)" }

    /// Returns exactly the bytes that were stored, or throws.
    package func bytes(of image: OutsideImage) async throws(ObjectStore.Problem) -> ByteBuffer {
        if let known = recent.withLock({ $0[image.name] }) { return known }
        let bytes = try await objects.get(image.name, mostBytes: image.size)
        guard bytes.count == image.size, MAC.sha256(bytes) == image.sha256 else { throw .altered }
        let buffer = ByteBuffer(bytes: bytes)
        recent.withLock { $0[image.name] = buffer }
        return buffer
    }
}

/// Caches recently used pictures by the object's full name, which includes the tenant.
private struct RecentBytes {
    private let most: Int
    private var newer: [String: ByteBuffer] = [:]
    private var older: [String: ByteBuffer] = [:]
    private var size = 0

    init(most: Int) { self.most = most }

    /// Half of the cache is dropped at once, so entries need not be counted one by one.
    subscript(name: String) -> ByteBuffer? {
        mutating get {
            if let bytes = newer[name] { return bytes }
            guard let bytes = older[name] else { return nil }
            self[name] = bytes
            return bytes
        }
        set {
            // An entry has a cost even if the picture is tiny.
            let cost = (newValue?.readableBytes ?? 0) + 512
            if size + cost > most / 2 {
                older = newer
                newer = [:]
                size = 0
            }
            newer[name] = newValue
            size += cost
        }
    }
}
