import Console
import CyclePrediction
import HTML
import Postgres
import Templates

/// A version of a set of rules, published or not, that the simulator can use.
struct RuleVersion: Sendable {
    let entry: ID
    let number: Int
    let name: String
    let isDraft: Bool
    let isLive: Bool
    let rules: PredictionRules

    /// Returns all versions, the newest first, without those that lack a setting or have an invalid one.
    static func all(in tx: borrowing TenantTransaction) throws -> [RuleVersion] {
        try tx.rows(query).compactMap { row in
            guard let rules = AppRules(Content(json: try row.text("content"))) else { return nil }
            return RuleVersion(
                entry: try row.id("id"), number: try row.int("number"), name: try row.text("name"),
                isDraft: try row.text("state") != "published", isLive: try row.bool("is_live"), rules: rules.prediction)
        }
    }

    /// The newest 20 of each set, and the published one however old it is.
    private static let query: SQL = """
        select found.id, found.number, found.name, found.state, found.content, found.is_live from (
            select entry.id, entry.position, version.number, version.name, version.state, version.content,
                version.number is not distinct from live.number as is_live,
                row_number() over (partition by entry.id order by version.number desc) as place
            from \(CatalogueQueries.all)
            join catalogue_versions as version on version.entry_id = entry.id
            where entry.catalogue = \(RuleSets.catalogue.path) and entry.retired_at is null) as found
        where found.place <= 20 or found.is_live order by found.position, found.number desc limit 500
        """

    /// The value for forms and addresses.
    var value: String { "\(entry).\(number)" }

    /// “Standard, version 3 (draft)”
    var label: LocalText {
        let words = Strings.cycle_rules_version(name: name, number: number)
        return isDraft
            ? Strings.cycle_rules_state(version: words, state: Strings.catalogue_draft)
            : isLive ? Strings.cycle_rules_state(version: words, state: Strings.catalogue_published) : words
    }

    /// Opens the simulator with the published version beside the next one.
    static func simulatorLink(_ entry: CatalogueEntry, _ actor: Actor) -> Link {
        let shown = (entry.live ?? entry.draft ?? entry.versions.first).map { "\(entry.id).\($0.number)" }
        let other = entry.live == nil ? nil : entry.draft.map { "\(entry.id).\($0.number)" }
        return actor.link("cycle-simulator").with(
            query: (shown.map { [("rules", $0)] } ?? []) + (other.map { [("other", $0)] } ?? []))
    }
}
