import HTML
import Postgres
import Templates
import Web

/// All keys of the tenant, the newest first.
struct ListKeys: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let base: Link = "/t/\(actor.tenant.slug)/keys"
        let rows = try tx.rows(KeyQueries.list(now: actor.now, zone: actor.tenant.zone))
        return KeyListPage(
            frame: actor.frame(LocalText(Strings.menu_keys), services, current: "keys"),
            rows: try rows.map { try Self.row($0, base, actor) }, addLink: actor.may(.manageKeys) ? "\(base)/new" : nil)
    }

    private static func row(_ row: Row, _ base: Link, _ actor: Actor) throws -> KeyRow {
        let language = actor.language
        let used = try row.time("last_used_at")
        return KeyRow(
            link: "\(base)/\(try row.id("id"))", name: try row.text("name"),
            prefix: KeySecret.prefix(try row.text("lookup_id")), scopes: try row.texts("scopes"),
            state: try KeyState(row, now: actor.now).badge,
            expires: DateStyle(language).date(LocalTime(microseconds: Int(try row.localTime("expires")))),
            lastUsed: used.microseconds == 0
                ? "—" : DurationStyle(language).short(seconds: Int(max(0, actor.now.seconds - used.seconds))),
            requests: NumberStyle(language).integer(try row.int("requests")),
            errors: NumberStyle(language).integer(try row.int("errors")), hasErrors: try row.int("errors") > 0)
    }
}
