import HTML
import Postgres

/// An app and everything that belongs to it.
package struct Tenant: Sendable {
    package var id: ID
    package var slug: String
    package var name: String
    package var kind: String
    package var holdsPeople: Bool
    /// An IANA time zone. PostgreSQL converts times to it.
    package var zone: String
    package var currency: String
    /// `#rrggbb`
    package var accent: String
    package var languages: [String]
    package var services = Set(TenantService.allCases)
    /// Only operators have access to an archived tenant.
    package var isArchived = false
    /// The id of its own image; without one, the first letter of its name is shown.
    package var icon: ID?

    package init(
        id: ID, slug: String, name: String, kind: String, holdsPeople: Bool, zone: String, currency: String,
        accent: String,
        languages: [String]
    ) {
        self.id = id
        self.slug = slug
        self.name = name
        self.kind = kind
        self.holdsPeople = holdsPeople
        self.zone = zone
        self.currency = currency
        self.accent = accent
        self.languages = languages
    }

    /// From a row with these columns by their names, except `name`, which may have another name in a join.
    package init(_ row: Row, id: ID, slug: String, name: StaticString = "name") throws {
        self.init(
            id: id, slug: slug, name: try row.text(name), kind: try row.text("kind"),
            holdsPeople: try row.bool("holds_people"),
            zone: try row.text("zone"), currency: try row.text("currency"), accent: try row.text("accent"),
            languages: try row.texts("languages"))
    }

    /// Represents data that belongs to no tenant: its audit chain is the installation's, and no other row has its id.
    package static let installation = Tenant(
        id: ID(high: 0, low: 0), slug: "", name: "Roost", kind: "", holdsPeople: false, zone: "UTC", currency: "EUR",
        accent: "#b4400a", languages: ["en"])

    /// Returns the link to a tenant's image.
    package static func image(_ id: ID, slug: String) -> Link { "/t/\(slug)/images/\(id)" }

    package var isInstallation: Bool { id == Self.installation.id }
}
