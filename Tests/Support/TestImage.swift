import Console
import Core
import Postgres

extension TestInstallation {
    /// Adds a drawing with a word in it to the tenant; returns its id.
    package func addImage(_ word: String = unique(), to tenant: Tenant) throws -> ID {
        let id = ID.make()
        let content = Array(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\" width=\"9\" height=\"9\"><title>Image \(word)</title></svg>"
                .utf8)
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into images (tenant_id, id, sha256, media_type, width, height, content, created_at)
                values (\(tenant.id), \(id), sha256(\(content)), 'image/svg+xml', 9, 9, \(content), now())
                """)
        }
        return id
    }

    @discardableResult
    package func addIcon(to tenant: Tenant) throws -> ID {
        let image = try addImage(to: tenant)
        try set(
            "insert into tenant_icons (tenant_id, image_id) values (\(tenant.id), \(image)) on conflict (tenant_id) do update set image_id = excluded.image_id"
        )
        return image
    }
}
