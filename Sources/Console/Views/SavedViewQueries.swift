import Postgres

/// All SQL on saved views.
package enum SavedViewQueries {
    package static let all: SQL = """
        select saved_views.id, saved_views.list, saved_views.admin_id, saved_views.admin_name, saved_views.name, saved_views.query, saved_views.is_shared
        from saved_views order by saved_views.name collate "und-x-icu", saved_views.id
        """

    package static func add(_ view: SavedViews.View, tenant: ID, now: Timestamp) -> SQL {
        """
        insert into saved_views (tenant_id, id, admin_id, admin_name, list, name, query, is_shared, created_at)
        values (\(tenant), \(view.id), \(view.admin), \(view.adminName), \(view.list), \(view.name), \(view.query), \(view.isShared), \(now))
        """
    }

    package static func delete(_ id: ID) -> SQL { "delete from saved_views where saved_views.id = \(id)" }

}
