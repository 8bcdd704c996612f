import Console
import HTML
import Postgres
import Templates
import Web

/// The recent bulk actions.
struct ShowBulkActions: Viewing {
    /// Enough for two weeks of admins' work; older ones are in the audit trail.
    private static let most = 100

    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let rows = try tx.rows(BulkActionQueries.latest(Self.most)).map { row in
            let bulk = try BulkAction(row, tenant: tx.tenant, services.keys)
            return WorkTable.Row(
                link: "\(actor.link("users"))/bulk/\(bulk.id)", name: bulk.name(actor.language),
                detail: Strings.bulk_shown(users: bulk.total),
                state: bulk.state.badge, third: bulk.createdName,
                when: DurationStyle(actor.language).ago(
                    seconds: Int(max(0, actor.now.seconds - bulk.createdAt.seconds))))
        }
        return WorkListPage(
            frame: actor.frame(
                LocalText(Strings.bulk_title), services, current: "users",
                crumb: (LocalText(Strings.menu_users), actor.link("users"))),
            table: WorkTable(
                label: LocalText(Strings.bulk_title), head: LocalText(Strings.bulk_act),
                third: LocalText(Strings.work_by), rows: rows),
            empty: LocalText(Strings.bulk_none), advice: Strings.bulk_kept(days: BulkAction.days),
            back: actor.link("users"),
            backLabel: LocalText(Strings.menu_users))
    }
}
