import Images
import Postgres

/// All SQL on images.
enum ImageQueries {
    static func one(_ id: ID) -> SQL {
        "select images.media_type, images.content from images where images.tenant_id = current_tenant() and images.id = \(id)"
    }

    /// Only of what apps get, or once got: nobody takes drafts' pictures, or the tenant's icon, by an id.
    static func published(_ id: ID) -> SQL {
        """
        select images.media_type, images.content from images where images.tenant_id = current_tenant() and images.id = \(id)
            and exists (select from catalogue_versions where catalogue_versions.image_id = images.id and catalogue_versions.published_from <= now())
        """
    }

    /// The id of the image with these bytes, new or there already. One that is there is in use again from now on: the sweeper waits
    /// for this transaction, and then sees that.
    static func keep(_ image: CheckedImage, sha256: [UInt8], id: ID, now: Timestamp) -> SQL {
        """
        insert into images (tenant_id, id, sha256, media_type, width, height, content, created_at)
        values (current_tenant(), \(id), \(sha256), \(image.mediaType.rawValue), \(image.width),
            \(image.height), \(image.bytes), \(now))
        on conflict (tenant_id, sha256) do update set unused_since = null
        returning images.id
        """
    }

    /// In the tenant whose images they are.
    static func sweep(at: Timestamp) -> SQL { "select sweep_images(\(at)) as gone" }
}
