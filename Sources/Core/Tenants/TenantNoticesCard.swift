import Console
import HTML
import Postgres
import Templates

/// Notices of the kind, and unusual states: archived, or a service that is off.
struct TenantNoticesCard: HomeCard {
    static let needs = Permission.seeHome
    static let samples: [[HomePart]] = [HomeNotice.samples.map { .notice($0) }, []]

    let statements: [SQL] = []

    init(for actor: Actor, _ services: Services) {}

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        let tenant = actor.tenant
        let note = services.kind(tenant.kind)?.note.map { HomeNotice(LocalText($0), icon: "shield") }
        let archived = tenant.isArchived ? HomeNotice(LocalText(Strings.settings_is_archived)) : nil
        let off = TenantService.allCases.filter { !tenant.services.contains($0) }.map {
            HomeNotice(Strings.home_service_off(service: $0.label))
        }
        return ([note, archived].compactMap { $0 } + off).map { .notice($0) }
    }
}
