import Console
import Postgres

/// All SQL of the report on catalogues. Row-level security adds the tenant.
enum CatalogueReportQueries {
    /// By list: the number of entries in each state, by the list's own filter; then the number of entries without each
    /// language. An entry that is published and has a draft counts in both states.
    static func lists(_ which: SQL, _ languages: [String]) -> SQL {
        let states = EntryState.allCases.map { "count(*) filter (where \($0.condition))" as SQL }
        let lacking = languages.map {
            "count(*) filter (where entry.retired_at is null and not \($0) = any (coalesce(live.languages, coming.languages, draft.languages, '{}')))"
                as SQL
        }
        return """
            select entry.catalogue as label, array[\(SQL.joined(states + lacking, by: ", "))] as values
            from \(CatalogueQueries.all) where \(which) group by 1 order by 1
            """
    }

    /// Versions by the time of their publication, and by the time of their last change.
    static func along(_ unit: ReportUnit, _ period: ReportPeriod, _ which: SQL) -> SQL {
        """
        with \(period.spans(unit)), published as (
            select \(ReportPeriod.number(of: "held.published_from")) as number, count(*) as n
            from catalogue_versions as held join catalogue_entries as entry on entry.id = held.entry_id
            where \(period.holds("held.published_from")) and held.published_from <= now() and \(which) group by 1
        ), written as (
            select \(ReportPeriod.number(of: "held.changed_at")) as number, count(*) as n
            from catalogue_versions as held join catalogue_entries as entry on entry.id = held.entry_id
            where \(period.holds("held.changed_at")) and \(which) group by 1
        )
        select spans.label, array[coalesce(published.n, 0), coalesce(written.n, 0)] as values
        from spans left join published on published.number = spans.number left join written on written.number = spans.number
        order by spans.number
        """
    }
}
