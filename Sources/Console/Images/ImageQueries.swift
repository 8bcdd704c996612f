import Images
import Postgres

/// All SQL on images.
package enum ImageQueries {
    package static func one(_ id: ID) -> SQL {
        "select \(bytes) from images where images.tenant_id = current_tenant() and images.id = \(id)"
    }

    /// The media types of these images, the oldest first.
    package static func types(_ ids: [ID]) -> SQL {
        """
        select images.id, images.media_type from images
        where images.tenant_id = current_tenant() and images.id = any (\(ids)) order by images.id
        """
    }

    /// Only returns pictures that apps get, or once got: nobody can read pictures of drafts, or the tenant's icon, by
    /// an id.
    package static func published(_ id: ID) -> SQL {
        """
        select \(bytes) from images where images.tenant_id = current_tenant() and images.id = \(id)
            and exists (select from catalogue_versions where catalogue_versions.image_id = images.id and catalogue_versions.published_from <= now())
        """
    }

    /// The bytes, or the object with the bytes and their hash.
    private static let bytes: SQL =
        "images.id, images.media_type, images.content, images.object_id, images.sha256, images.size"

    /// Returns the id of the image with these bytes, new or existing. An existing image is in use again: the sweep
    /// waits for this transaction, and then sees that. Its bytes are stored in the row again: so uploading an image
    /// again repairs one that the store has lost.
    package static func keep(_ image: CheckedImage, sha256: [UInt8], id: ID, now: Timestamp) -> SQL {
        """
        insert into images (tenant_id, id, sha256, media_type, width, height, content, created_at)
        values (current_tenant(), \(id), \(sha256), \(image.mediaType.rawValue), \(image.width),
            \(image.height), \(image.bytes), \(now))
        on conflict (tenant_id, sha256) do update set unused_since = null, content = excluded.content, object_id = null, size = null
        returning images.id
        """
    }

    /// What all of the tenant's pictures take.
    package static let stored: SQL = """
        select coalesce(sum(coalesce(images.size, length(images.content))), 0)::bigint as bytes from images
        where images.tenant_id = current_tenant()
        """

    /// In the tenant whose images they are. A row for each that went, with the object that it named.
    package static func sweep(at: Timestamp) -> SQL { "select gone.object from sweep_images(\(at)) as gone (object)" }

    /// The database refuses this while a row refers to the image.
    package static func delete(_ id: ID) -> SQL {
        "delete from images where images.tenant_id = current_tenant() and images.id = \(id)"
    }

    // MARK: Places

    /// Returns the first image after that one which is not in the place where images belong.
    package static func next(after id: ID?, away home: ImageStore.Home) -> SQL {
        switch home {
        case .store:
            """
            select \(bytes) from images where images.tenant_id = current_tenant() and images.object_id is null
                and (\(id)::uuid is null or images.id > \(id)) order by images.id limit 1
            """
        case .database:
            """
            select \(bytes) from images where images.tenant_id = current_tenant() and images.object_id is not null
                and (\(id)::uuid is null or images.id > \(id)) order by images.id limit 1
            """
        }
    }

    /// From now on the bytes are in the object. Changes nothing if they are in another object already, or if the
    /// upload began too long ago: by then the object counts as an orphan.
    package static func leave(_ id: ID, as object: ID, begun: Timestamp) -> SQL {
        """
        update images set content = null, object_id = \(object), size = length(images.content)
        where images.tenant_id = current_tenant() and images.id = \(id) and images.object_id is null
            and \(begun) > clock_timestamp() - interval '1 hour'
        """
    }

    /// From now on the bytes are in the row again. The table accepts only bytes with the row's hash.
    package static func comeBack(_ id: ID, _ bytes: [UInt8]) -> SQL {
        """
        update images set content = \(bytes), object_id = null, size = null
        where images.tenant_id = current_tenant() and images.id = \(id) and images.object_id is not null
        """
    }

    /// Returns which of these objects rows name, and whether the tenant is deleted; no row for a tenant that does not
    /// exist here.
    package static func named(_ objects: [ID]) -> SQL {
        """
        select tenants.deleted_at is not null as is_deleted,
            array(select images.object_id from images
                where images.tenant_id = current_tenant() and images.object_id = any (\(objects))) as named
        from tenants where tenants.id = current_tenant()
        """
    }

    package static let outside: SQL =
        "select \(bytes) from images where images.tenant_id = current_tenant() and images.object_id is not null order by images.id"

    package static let count: SQL = """
        select count(*) filter (where images.object_id is null) as here, count(*) filter (where images.object_id is not null) as outside
        from images where images.tenant_id = current_tenant()
        """

    package static let tenants: SQL = "select owner.id from tenants_with_images() as owner (id)"

    /// Returns true if a job that moves images waits; a dead one is queued again.
    package static let moveAgain: SQL = """
        with again as (
            update jobs set failed_at = null, attempts = 0, run_at = clock_timestamp()
            where jobs.tenant_id = current_tenant() and jobs.kind = 'images.move' and jobs.failed_at is not null
            returning jobs.id
        )
        select exists (select from again)
            or exists (select from jobs where jobs.tenant_id = current_tenant() and jobs.kind = 'images.move' and jobs.failed_at is null) as waits
        """
}
