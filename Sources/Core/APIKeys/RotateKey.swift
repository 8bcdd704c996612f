import Console
import HTML
import Postgres
import Templates
import Web

/// Gives a key a new secret. The earlier one works for the chosen hours, and no longer.
struct RotateKey: Changing {
    let change: KeyChange
    let hours: Int?

    init(_ request: WebRequest) throws {
        change = try KeyChange(request)
        hours = KeyPageMaker.overlaps.first { String($0) == request.form["overlap"] }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (name, state) = try change.lock(in: tx, by: actor, services)
        guard state != .expired, let hours else { throw try change.conflict(in: tx, by: actor, services) }
        let end = actor.now.adding(seconds: Int64(hours) * 3600)
        try tx.execute(KeyQueries.endSecrets(change.id, at: end))
        let secret = try KeySecret.make(for: change.id, in: tx, by: actor, services.keys)
        let local = try tx.first("select \(end) at time zone \(actor.tenant.zone) as local")?.localTime("local") ?? 0
        let until = DateStyle(actor.language).dateTime(LocalTime(microseconds: Int(local)))
        let base: Link = "/t/\(actor.tenant.slug)/keys"
        let page = KeyShownPage(
            frame: actor.frame(
                LocalText(Strings.key_shown_rotated), services, current: "keys",
                crumb: (LocalText(Strings.menu_keys), base)),
            name: name, key: secret.text,
            earlier: hours == 0 ? LocalText(Strings.key_shown_ended) : Strings.key_shown_until(time: until),
            done: "\(base)/\(change.id)")
        return Change(
            AuditEvent(
                .keyRotated, on: .key, change.id, name: name,
                changes: [
                    .init("lookup_id", new: KeySecret.prefix(secret.lookupID)), .init("earlier_until", new: end.iso),
                ], reason: change.reason),
            next: .page(page))
    }
}
