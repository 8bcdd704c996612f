import Console
import HTML
import Postgres
import Templates
import Web

/// Switches a service of the tenant off or on, from the next request on, on every process.
struct SwitchTenantService: Changing {
    let service: TenantService
    let on: Bool

    init(_ request: WebRequest) throws {
        guard let service = request.parameters["service"].flatMap({ TenantService(rawValue: $0) }) else {
            throw Refusal.notFound
        }
        self.service = service
        on = try request.wantsOn()
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard try tx.execute(TenantQueries.turn(service, on: on)) == 1 else {
            throw try TenantSettingsForm.switchedMeanwhile(in: tx, by: actor, services)
        }
        return Change(
            AuditEvent(
                .tenantServiceSwitched, on: .tenant, tx.tenant, name: actor.tenant.name,
                changes: [.init(service.rawValue, old: on ? "off" : "on", new: on ? "on" : "off")]),
            next: .to(
                "/t/\(actor.tenant.slug)/settings", flash: on ? Strings.settings_turned_on : Strings.settings_turned_off
            ))
    }
}
