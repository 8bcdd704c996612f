import Console
import Core
import Postgres

extension TestInstallation {
    /// The values with which the form of a segment made here was opened.
    package static let segmentContent = #"{"about":"About it","name":"A group","status":"active"}"#

    /// Stores a segment.
    package func makeSegment(
        _ key: String = "k" + unique(), name: String = "A group", filter: String = "status=active", in tenant: Tenant
    ) throws -> ID {
        let id = ID.make()
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into segments (tenant_id, id, key, name, about, filter, created_at, changed_at, changed_by)
                values (\(tenant.id), \(id), \(key), \(name), 'About it', \(filter), now(), now(), 'T')
                """)
        }
        return id
    }
}
