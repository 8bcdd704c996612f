import Console
import HTML
import Postgres
import Templates
import Web

/// One key: what it may do, until when, and how it was used.
struct ShowKey: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("key") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try KeyPageMaker(id: id).page(in: tx, by: actor, services)
    }
}

struct KeyPageMaker {
    /// The hours for which the earlier secret of a rotated key may still work.
    static let overlaps = [0, 1, 24, 168]

    var id: ID
    /// The notice at the top, if the page is the response to a request that failed.
    var notice: StringKey?

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> KeyPage {
        let zone = actor.tenant.zone
        let one = try tx.send(KeyQueries.one(id, zone: zone))
        let secrets = try tx.send(KeyQueries.secrets(id, now: actor.now, zone: zone))
        let trail = try ObjectTrail(of: id, kinds: [.key], in: tx, by: actor)
        let uses = try tx.send(KeyQueries.uses(id, now: actor.now, zone: zone, days: KeyUsage.days))
        let endpoints = try tx.send(KeyQueries.endpoints(id, now: actor.now, zone: zone, days: KeyUsage.days))
        guard let row = try one.rows().first else { throw Refusal.notFound }
        let language = actor.language
        func when(_ micros: Int64) -> String { DateStyle(language).dateTime(LocalTime(microseconds: Int(micros))) }
        let state = try KeyState(row, now: actor.now)
        let name = try row.text("name")
        let base: Link = "/t/\(actor.tenant.slug)/keys/\(id)"
        let mayChange = actor.may(.manageKeys)
        var frame = actor.frame(
            name, services, current: "keys", crumb: (LocalText(Strings.menu_keys), "/t/\(actor.tenant.slug)/keys"),
            undo: mayChange ? undo(actor, base) : nil)
        if let notice { frame.flash = Flash(warning: LocalText(notice)) }
        var facts: [Fact] = []
        for secret in try secrets.rows() {
            let prefix = KeySecret.prefix(try secret.text("lookup_id"))
            if let ends = try secret.localTimeOrNil("ends") {
                facts.append(
                    Fact(
                        LocalText(Strings.key_earlier),
                        Strings.key_earlier_until(prefix: prefix, time: when(ends)).resolve(in: language)))
            } else {
                facts.append(Fact(LocalText(Strings.key_lookup), prefix, isCode: true))
            }
        }
        let addresses = try row.texts("addresses")
        let isUnused = try row.time("last_used_at").microseconds == 0
        facts += [
            Fact(
                LocalText(Strings.key_addresses),
                addresses.isEmpty ? Strings.key_anywhere.resolve(in: language) : addresses.joined(separator: ", ")),
            Fact(LocalText(Strings.key_rate), NumberStyle(language).integer(try row.int("requests_per_minute"))),
            Fact(LocalText(Strings.key_expires), when(try row.localTime("expires"))),
            Fact(LocalText(Strings.key_last_used), isUnused ? "—" : when(try row.localTime("used"))),
            Fact(LocalText(Strings.key_created), when(try row.localTime("created"))),
            Fact(LocalText(Strings.key_created_by), try row.text("created_by")),
        ]
        let scopes = try row.texts("scopes").map { scope in
            KeyScope(
                name: scope,
                label: Scope(id: scope).map { LocalText($0.label) } ?? LocalText(Strings.scope_unknown))
        }
        let used = try KeyUsage.endpoints(try endpoints.rows())
        return KeyPage(
            frame: frame, name: name, state: state.badge, facts: facts, scopes: scopes,
            chart: try KeyUsage.chart(try uses.rows(), used, language), endpoints: KeyUsage.rows(used, language),
            days: Strings.fact_days(count: KeyUsage.days),
            trail: actor.may(.seeAudit) ? try trail.card(Strings.user_trail, in: tx, by: actor, services) : nil,
            disable: mayChange && (state == .active || state == .ending)
                ? reasonForm("\(base)/suspension", actor) : nil,
            enable: mayChange && state == .disabled ? "\(base)/suspension/end" : nil,
            rotate: mayChange && state != .expired ? rotation("\(base)/rotation", actor) : nil,
            delete: mayChange ? reasonForm("\(base)/deletion", actor) : nil)
    }

    private func undo(_ actor: Actor, _ base: Link) -> Link? {
        switch actor.flash?.text.key {
        case Strings.keys_disabled: "\(base)/suspension/end"
        case Strings.keys_enabled: "\(base)/suspension"
        default: nil
        }
    }

    private func reasonForm(_ action: Link, _ actor: Actor) -> ReasonForm {
        ReasonForm(
            action: action, csrf: actor.session?.csrf ?? "",
            reason: Field("reason", label: LocalText(Strings.user_reason), hint: LocalText(Strings.user_reason_hint)))
    }

    private func rotation(_ action: Link, _ actor: Actor) -> RotationForm {
        let options = Self.overlaps.map { hours in
            let words =
                switch hours {
                case 0: LocalText(Strings.key_overlap_none)
                case 168: Strings.fact_days(count: 7)
                default: Strings.key_overlap_hours(count: hours)
                }
            return Choice.Option(
                value: String(hours), label: words.resolve(in: actor.language), isSelected: hours == 24)
        }
        return RotationForm(
            action: action, csrf: actor.session?.csrf ?? "",
            overlap: Choice("overlap", label: LocalText(Strings.key_overlap), options: options))
    }
}
