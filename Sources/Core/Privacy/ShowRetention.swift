import Console
import HTML
import Postgres
import Templates
import Web

/// The retention periods, and what other periods would delete.
struct ShowRetention: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try RetentionForm().page(in: tx, by: actor, services)
    }
}

/// The same for the typed periods: it changes nothing.
struct PreviewRetention: Viewing {
    private let form: RetentionForm

    init(_ request: WebRequest) { form = RetentionForm(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        var form = form
        form.check(services)
        let page = try form.page(in: tx, by: actor, services)
        guard form.errors.isEmpty else { throw Refusal.form(page) }
        return page
    }
}

/// Saves the periods. From the next night on, older rows are deleted.
struct SaveRetention: Changing {
    private let form: RetentionForm

    init(_ request: WebRequest) { form = RetentionForm(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = form
        form.check(services)
        guard form.errors.isEmpty else { throw Refusal.form(try form.page(in: tx, by: actor, services)) }
        let stored = try RetentionForm.stored(in: tx)
        var changes: [AuditEvent.Change] = []
        for table in RetainedTable.all(services.declarations) {
            let (old, new) = (stored[table.name], form.days(table))
            guard old != new else { continue }
            if let new {
                try tx.execute(RetentionQueries.set(table.name, days: new, tenant: tx.tenant, by: actor))
            } else {
                try tx.execute(RetentionQueries.end(table.name))
            }
            changes.append(
                .init(
                    RetentionForm.recorded + table.name, old: old.map { String($0) } ?? "",
                    new: new.map { String($0) } ?? ""))
        }
        return Change(
            AuditEvent(.retentionChanged, on: .tenant, tx.tenant, name: actor.tenant.name, changes: changes),
            next: .to(actor.link("privacy/retention"), flash: Strings.retention_saved))
    }
}

struct RetentionForm: Sendable {
    /// The prefix of a table's name, in the audit trail.
    static let recorded = "kept_"

    /// By field, as typed; nil for the stored values.
    private var typed: [String: String]?
    private(set) var errors: [String: LocalText] = [:]

    init() {}

    init(_ query: Query) {
        typed = Dictionary(query.items.map { ($0.name, $0.value.trimmingSpaces.latinDigits) }) { first, _ in first }
    }

    static func stored(in tx: borrowing TenantTransaction) throws -> [String: Int] {
        var stored: [String: Int] = [:]
        for row in try tx.rows(RetentionQueries.all) { stored[try row.text("table_name")] = try row.int("days") }
        return stored
    }

    private static func field(_ table: RetainedTable) -> String { "days-\(table.name)" }

    mutating func check(_ services: Services) {
        for table in RetainedTable.all(services.declarations) {
            let text = typed?[Self.field(table)] ?? ""
            if !text.isEmpty, days(table) == nil {
                errors[Self.field(table)] = Strings.retention_days_wrong(max: RetainedTable.days.upperBound)
            }
        }
    }

    /// Returns nil for a table that keeps its rows for ever.
    func days(_ table: RetainedTable) -> Int? {
        guard let text = typed?[Self.field(table)], text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text).flatMap { RetainedTable.days.contains($0) ? $0 : nil }
    }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> RetentionPage {
        let stored = try Self.stored(in: tx)
        let rows = try RetainedTable.all(services.declarations).map { table -> RetentionPage.Row in
            let chosen = typed == nil ? stored[table.name] : days(table)
            let going = try chosen.map { days in
                try tx.first(RetentionQueries.aged(table, days: days, now: actor.now))?.int("n") ?? 0
            }
            let name = Self.field(table)
            return .init(
                label: LocalText(table.table.label),
                days: Field(
                    name, label: LocalText(Strings.retention_days),
                    value: typed?[name] ?? chosen.map { String($0) } ?? "",
                    hint: table.aging.hint.map { LocalText($0) }, error: errors[name], inputMode: "numeric"),
                going: going.map { Strings.retention_going(rows: $0) })
        }
        return RetentionPage(
            frame: actor.frame(
                LocalText(Strings.retention_title), services, current: "privacy",
                crumb: (LocalText(Strings.privacy_title), actor.link("privacy"))),
            action: actor.may(.handlePrivacy) ? actor.link("privacy/retention") : nil,
            preview: actor.link("privacy/retention/preview"), rows: rows)
    }
}
