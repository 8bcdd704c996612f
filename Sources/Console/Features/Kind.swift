import HTML

/// The declarations of a kind of app. Core knows no kinds: `roost` passes it the list.
package protocol Kind: Sendable {
    /// Stored with the tenant: `alarm`.
    var id: String { get }
    var label: StringKey { get }
    /// False: the database refuses users for tenants of this kind.
    var holdsPeople: Bool { get }
    /// A note on the home page of a kind without users.
    var note: StringKey? { get }
    /// The facts of a user of this kind besides the common profile. No other key of `users.facts` is ever shown or
    /// stored.
    var facts: [FactDeclaration] { get }
    /// The roles that users of this kind have, the most common first.
    var userRoles: [String] { get }
    var features: [any Feature] { get }
    var demo: DemoTenant { get }
    /// Plays its people against a running console; nil for a kind that has none.
    var simulator: (any KindSimulator.Type)? { get }
}

extension Kind {
    package var note: StringKey? { nil }
    package var facts: [FactDeclaration] { [] }
    package var userRoles: [String] { ["user"] }
    package var features: [any Feature] { [] }
    package var simulator: (any KindSimulator.Type)? { nil }
}

package struct FactDeclaration: Sendable {
    package enum Form: Sendable {
        case text, number, days
        /// One of a few values, in the stored form and in words.
        case choice([(value: String, label: StringKey)])
    }
    package var key: String
    package var label: StringKey
    package var form: Form

    package init(_ key: String, label: StringKey, form: Form) {
        self.key = key
        self.label = label
        self.form = form
    }
}

/// The demo tenant that `roost demo` makes for a kind.
package struct DemoTenant: Sendable {
    package var slug: String
    package var name: String
    package var zone: String
    package var currency: String
    package var accent: String
    package var languages: [String]
    /// The weight of its share of all users among the kinds with users. A kind without users gets rows as if it had
    /// its share.
    package var weight: Int
    /// The origin of users: weights of `Culture`s by their ids. `other` is the weight of all others together.
    package var cultures: [String: Int]
    /// The consents that users were asked for.
    package var consents: [String]
    /// By fact: texts to choose from, in which # becomes a number; or the least and the greatest number. Facts with
    /// days need none.
    package var factSamples: [String: [String]]
    package var entries: [DemoEntry]
    /// What waits for whoever publishes: a next version of one of the entries, or something new.
    package var inReview: [DemoEntry]
    /// Keys of the plans that its users have, the commonest first. What people choose from are the plans that a tenant
    /// has published, never these.
    package var plans: [String]

    package init(
        slug: String, name: String, zone: String, currency: String, accent: String, languages: [String], weight: Int,
        cultures: [String: Int] = [:], consents: [String] = ["terms", "marketing"],
        factSamples: [String: [String]] = [:], entries: [DemoEntry] = [], inReview: [DemoEntry] = [],
        plans: [String] = ["free"]
    ) {
        self.slug = slug
        self.name = name
        self.zone = zone
        self.currency = currency
        self.accent = accent
        self.languages = languages
        self.weight = weight
        self.cultures = cultures
        self.consents = consents
        self.factSamples = factSamples
        self.entries = entries
        self.inReview = inReview
        self.plans = plans
    }
}
