import Console
import HTML
import Postgres
import Templates
import Web

/// Publishes the next bundle to the apps: everything published, with one set of rules, signed. The same contents can
/// be published again: after a change of key they need a new signature.
struct PublishBundle: Changing {
    private let rules: ID
    private let note: String
    /// The contents that the submitted page showed: if they have changed, the new ones are shown before they are
    /// published. Empty: publishes whatever is current.
    private let seen: String

    init(_ request: WebRequest) throws {
        rules = try request.id("rules")
        note = request.form.trimmed("note") ?? ""
        seen = request.form["seen"] ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try tx.rows(BundleQueries.lock)
        let set = try PublishedEntry.all(of: RuleSets.catalogue, in: tx).first { $0.id == rules }
        var form = BundleForm(rules: rules, note: note)
        guard let set else {
            guard try tx.first(BundleQueries.isKnown(rules)) != nil else { throw Refusal.notFound }
            // Withdrawn since the page was opened.
            form.notice = Strings.cycle_bundle_changed
            throw Refusal.changed(
                try form.page(in: tx, by: actor.givingBack([(Strings.cycle_bundle_note, note)]), services))
        }
        if note.columnLength > 400 {
            form.error = Strings.error_too_long(max: 400)
            throw Refusal.form(try form.page(in: tx, by: actor, services))
        }
        let last = try tx.first(BundleQueries.newest)
        let held = EntryVersions(json: try last?.text("contents") ?? "")
        guard try BundleContents.obstacles(set, in: tx, by: actor).isEmpty,
            let contents = try BundleContents(set, in: tx),
            seen.isEmpty || BundleForm.mark(contents.versions, after: held) == seen
        else {
            form.notice = Strings.cycle_bundle_changed
            // What can't be published has no form.
            let isBlocked = try !BundleContents.obstacles(set, in: tx, by: actor).isEmpty
            throw Refusal.changed(
                try form.page(
                    in: tx, by: isBlocked ? actor.givingBack([(Strings.cycle_bundle_note, note)]) : actor, services))
        }
        let number = (try last?.int("number") ?? 0) + 1
        let bundle = try Bundle(
            contents, number: number, note: note, tenant: actor.tenant, at: actor.now,
            signedBy: services.keys.statements)
        try bundle.add(in: tx, by: actor.name)
        return Change(
            AuditEvent(
                .bundlePublished, on: .cycleBundle, bundle.id, name: String(number),
                changes: [
                    .init("rules_version", old: held.rules.map { String($0) }, new: String(contents.rules.version)),
                    .init(
                        "articles", old: last == nil ? nil : String(held.count(of: Articles.catalogue)),
                        new: String(contents.articles.count)),
                    .init("languages", new: bundle.languages.joined(separator: " ")),
                ], reason: note),
            next: .to(actor.link("cycle-bundles"), flash: Strings.cycle_bundle_published))
    }
}
