import Console
import Postgres

/// All SQL on bundles. Row-level security adds the tenant.
enum BundleQueries {
    /// A set of rules, published or not any more.
    static func isKnown(_ rules: ID) -> SQL {
        """
        select from \(CatalogueQueries.all)
        where entry.id = \(rules) and entry.catalogue = \(RuleSets.catalogue.path)
        """
    }

    /// Locks the tenant, so that its bundles are published one after another.
    static let lock: SQL = "select tenants.id from tenants where tenants.id = current_tenant() for no key update"

    /// Returns all bundles, the newest first.
    static let all: SQL = """
        select cycle_bundles.id, cycle_bundles.number, cycle_bundles.published_at,
            cycle_bundles.published_at at time zone tenants.zone as published, cycle_bundles.published_by, cycle_bundles.note,
            cycle_bundles.contents, cycle_bundles.languages
        from cycle_bundles join tenants on tenants.id = cycle_bundles.tenant_id
        order by cycle_bundles.number desc limit 200
        """

    static let newest: SQL = """
        select cycle_bundles.number, cycle_bundles.contents, cycle_bundles.published_at at time zone tenants.zone as published
        from cycle_bundles join tenants on tenants.id = cycle_bundles.tenant_id order by cycle_bundles.number desc limit 1
        """

    static func add(_ bundle: Bundle, tenant: ID, by name: String) -> SQL {
        """
        insert into cycle_bundles (tenant_id, id, number, published_at, published_by, note, contents, languages)
        values (\(tenant), \(bundle.id), \(bundle.number), \(bundle.made), \(name), \(bundle.note), \(bundle.contents.json),
            \(bundle.languages))
        """
    }

    static func addFile(_ bundle: ID, tenant: ID, language: String, file: String) -> SQL {
        """
        insert into cycle_bundle_files (tenant_id, bundle_id, language, file)
        values (\(tenant), \(bundle), \(language), \(file))
        """
    }

    /// nil: the newest bundle.
    static func file(_ number: Int?, language: String) -> SQL {
        """
        select cycle_bundles.number, cycle_bundle_files.file from cycle_bundles
        join cycle_bundle_files on cycle_bundle_files.tenant_id = cycle_bundles.tenant_id
            and cycle_bundle_files.bundle_id = cycle_bundles.id and cycle_bundle_files.language = \(language)
        where cycle_bundles.number = coalesce(\(number)::integer, (select max(newest.number) from cycle_bundles as newest))
        """
    }
}
