import Console
import HTML
import Postgres
import Templates
import Web

struct ShowTenantSettings: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let settings = try tx.send(TenantQueries.settings)
        let trail = try ObjectTrail(of: tx.tenant, kinds: [.tenant], in: tx, by: actor)
        guard let row = try settings.rows().first else { throw Refusal.notFound }
        var page = try TenantSettingsForm(row).page(actor, services)
        if actor.may(.seeAudit) { page.trail = try trail.card(Strings.settings_trail, in: tx, by: actor, services) }
        return page
    }
}

/// Saves the settings. If they have a newer version, it merges field by field and shows the result before anything is
/// stored.
struct EditTenantSettings: Changing {
    let typed: TenantProfile
    let was: TenantProfile
    let version: Int

    init(_ request: WebRequest) {
        typed = TenantProfile(request.form)
        was = TenantProfile(request.form, prefix: "was_")
        version = request.form["version"].flatMap { Int($0) } ?? 0
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(TenantQueries.lock) else { throw Refusal.notFound }
        var form = try TenantSettingsForm(row)
        let stored = form.profile
        var (typed, was) = (typed, was)
        // A slug is unique in the installation: trying one would reveal whether another tenant has it.
        if !actor.isOperator { (typed.slug, was.slug) = (stored.slug, stored.slug) }
        if form.version != version, stored != was {
            let merge = Merge(
                typed: typed, was: was, stored: stored, fields: TenantProfile.fields.map { ($0.label, $0.path) },
                words: { $1 == Strings.settings_accent ? Accent.name($0, actor.language) : $0 })
            form.profile = merge.values
            form.conflict = Conflict(
                title: LocalText(Strings.merge_settings_title),
                saved: try AuditReader.lastSaved(.tenantChanged, of: tx.tenant, in: tx, by: actor), notes: merge.notes)
            throw Refusal.changed(form.page(actor, services))
        }
        form.profile = typed
        form.errors = try typed.errors(own: tx.tenant, in: tx)
        guard form.errors.isEmpty else { throw Refusal.form(form.page(actor, services)) }
        do {
            try tx.execute(TenantQueries.save(typed))
            // The public pages have its name, colour, languages and time zone.
            try tx.execute(PublicAnswers.changed(tx.tenant))
        } catch {
            // Two operators at once: the form's own check was too early to find the other's slug.
            guard error.violates(unique: "tenants_slug") else { throw error }
            form.errors["slug"] = LocalText(Strings.error_slug_taken)
            throw Refusal.form(form.page(actor, services))
        }
        return Change(
            AuditEvent(.tenantChanged, on: .tenant, tx.tenant, name: typed.name, changes: typed.changes(from: stored)),
            next: .to("/t/\(typed.slug)/settings", flash: Strings.settings_saved))
    }
}
