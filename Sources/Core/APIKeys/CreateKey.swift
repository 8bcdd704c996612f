import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// The form for a new key.
struct ShowNewKey: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        KeyForm().page(actor, services)
    }
}

/// Makes a key and shows its text in this response only: no stored value could show it again.
struct CreateKey: Changing {
    static func isList(_ field: String) -> Bool { field == "scopes" }

    let typed: KeyForm

    init(_ request: WebRequest) { typed = KeyForm(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = typed
        let expires = try form.check(in: tx, by: actor)
        guard form.errors.isEmpty else { throw Refusal.form(form.page(actor, services)) }
        let made = try KeySecret.add(form, expires: expires, in: tx, by: actor, services.keys)
        let page = KeyShownPage(
            frame: actor.frame(
                LocalText(Strings.key_shown_created), services, current: "keys",
                crumb: (LocalText(Strings.menu_keys), "/t/\(actor.tenant.slug)/keys")),
            name: form.name, key: made.text, earlier: nil, done: "/t/\(actor.tenant.slug)/keys/\(made.id)")
        return Change(made.event, next: .page(page))
    }
}

/// The secret text of a key. It leaves in one response; the database stores its keyed hash.
enum KeySecret {
    /// Stores a key with its first secret, and returns the audit event of it.
    static func add(
        _ form: KeyForm, expires: Timestamp, in tx: borrowing TenantTransaction, by actor: Actor,
        _ keys: InstallationKeys
    ) throws -> (id: ID, text: String, event: AuditEvent) {
        let id = ID.make(at: actor.now)
        try tx.execute(KeyQueries.add(id, tenant: tx.tenant, form, expires: expires, by: actor))
        let secret = try make(for: id, in: tx, by: actor, keys)
        var changes: [AuditEvent.Change] = [
            .init("lookup_id", new: KeySecret.prefix(secret.lookupID)),
            .init("scopes", new: form.scopes.map(\.id).joined(separator: " ")),
            .init("expires", new: expires.iso), .init("requests_per_minute", new: String(form.requestsPerMinute)),
        ]
        if !form.ranges.isEmpty {
            changes.append(.init("addresses", new: form.ranges.map(\.description).joined(separator: " ")))
        }
        return (id, secret.text, AuditEvent(.keyCreated, on: .key, id, name: form.name, changes: changes))
    }

    static func make(
        for key: ID, in tx: borrowing TenantTransaction, by actor: Actor, _ keys: InstallationKeys
    ) throws -> APIKeyText {
        var random = SystemRandomNumberGenerator()
        let text = APIKeyText.make(.live, using: &random)
        try tx.execute(
            KeyQueries.addSecret(
                key, tenant: tx.tenant, lookupID: text.lookupID, hash: text.hash(key: keys.apiKeys), now: actor.now))
        return text
    }

    /// Returns the lookup id of a found key, or of its beginning, under which it is stored; returns any other text
    /// unchanged.
    static func lookupID(in text: String) -> String {
        let mode = APIKeyText.Mode.allCases.first { text.hasPrefix($0.rawValue) }
        return mode.map { String(text.dropFirst($0.rawValue.count).prefix(16)) } ?? text
    }

    /// The part of a key that may be shown: enough to identify a leaked one.
    static func prefix(_ lookupID: String) -> String { APIKeyText.Mode.live.rawValue + lookupID }
}
