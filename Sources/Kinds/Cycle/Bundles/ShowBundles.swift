import Console
import HTML
import Postgres
import Templates
import Web

/// Shows the contents of the next bundle, and all earlier bundles.
struct ShowBundles: Viewing {
    private let rules: ID?

    init(_ request: WebRequest) { rules = request.query["rules"].flatMap { ID($0) } }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try BundleForm(rules: rules).page(in: tx, by: actor, services)
    }
}

struct BundleForm {
    /// The chosen one of several published sets; nil for the first.
    var rules: ID?
    var note = ""
    var error: LocalText?
    /// A notice at the top, if the contents are not what was seen any more.
    var notice: StringKey?

    /// Identifies the contents that the page shows, so that only these are published.
    static func mark(_ contents: EntryVersions, after held: EntryVersions) -> String {
        ContentMark.of((contents.json + held.json).utf8)
    }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> CycleBundlesPage {
        let rows = try tx.rows(BundleQueries.all)
        let held = EntryVersions(json: try rows.first?.text("contents") ?? "")
        let sets = try PublishedEntry.all(of: RuleSets.catalogue, in: tx)
        let chosen = sets.first { $0.id == rules } ?? sets.first
        let obstacles = try BundleContents.obstacles(chosen, in: tx, by: actor)
        let contents = try BundleContents(chosen, in: tx)
        let here = actor.link("cycle-bundles")
        let changes = contents.map { $0.versions.changes(from: held) } ?? []
        let numbers = NumberStyle(actor.language)
        let address = "\(services.address)/public/\(actor.tenant.slug)"
        var frame = actor.frame(LocalText(Strings.cycle_bundles), services, current: "cycle-bundles")
        if let notice { frame.flash = Flash(warning: LocalText(notice)) }
        return CycleBundlesPage(
            frame: frame,
            obstacles: obstacles, changes: changes.prefix(40).map { $0 },
            more: changes.count > 40 ? Strings.cycle_changes_more(count: changes.count - 40) : nil,
            others: sets.count < 2
                ? []
                : sets.map { set in
                    .init(
                        label: Strings.cycle_rules_version(name: set.name, number: set.version),
                        link: here.with(query: [("rules", set.id.description)]), isCurrent: set.id == chosen?.id)
                },
            form: obstacles.isEmpty && actor.may(.publishBundles)
                ? CycleBundlesPage.PublishForm(
                    action: "\(here)/\(chosen?.id.description ?? "")",
                    seen: contents.map { Self.mark($0.versions, after: held) } ?? "",
                    note: Field(
                        "note", label: LocalText(Strings.cycle_bundle_note), value: note,
                        hint: LocalText(Strings.cycle_bundle_note_hint), error: error)) : nil,
            simulator: actor.link("cycle-simulator"),
            bundles: try rows.map { row in
                let (number, versions) = (try row.int("number"), EntryVersions(json: try row.text("contents")))
                let published = DateStyle(actor.language).dateTime(
                    LocalTime(microseconds: Int(try row.localTime("published"))))
                return CycleBundlesPage.Row(
                    number: numbers.integer(number),
                    by: Strings.cycle_published_by(name: try row.text("published_by"), time: published),
                    note: try row.text("note"), rules: versions.rules.map { numbers.integer($0) } ?? "",
                    articles: numbers.integer(versions.count(of: Articles.catalogue)),
                    files: try row.texts("languages").map { language in
                        .init(
                            label: language,
                            link: "/public/\(actor.tenant.slug)/bundles/\(String(number))/\(language)")
                    })
            },
            addresses: [
                Fact(
                    LocalText(Strings.cycle_bundle), "\(address)/bundle/\(actor.tenant.languages.first ?? "en")",
                    isCode: true),
                Fact(LocalText(Strings.cycle_releases), "\(address)/releases", isCode: true),
                Fact(LocalText(Strings.cycle_bundle_key), "\(services.address)/statements.pem", isCode: true),
            ])
    }
}
