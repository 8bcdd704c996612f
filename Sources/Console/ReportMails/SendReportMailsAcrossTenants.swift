import Postgres

/// Queues the reports that are due, each in one transaction with its next time: so none is lost and none is sent
/// twice, however many servers run this.
package struct SendReportMailsAcrossTenants {
    private static let most = 200

    package let services: Services

    package init(services: Services) {
        self.services = services
    }

    package func sweep(on connection: Connection, now: Timestamp) throws {
        let due = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.rows("select due.tenant_id, due.id from due_report_mails(\(now), \(Self.most)) as due").map {
                (tenant: try $0.id("tenant_id"), id: try $0.id("id"))
            }
        }
        for one in due {
            try services.logger.oneByOne(
                "report not queued", of: one.tenant, on: connection, ["report": "\(one.id)"]
            ) {
                try connection.inTenant(one.tenant) { tx in try send(one.id, in: tx, now: now) }
            }
        }
    }

    private func send(_ id: ID, in tx: borrowing TenantTransaction, now: Timestamp) throws {
        guard let tenant = try tx.first(CurrentTenantQuery.current) else { return }
        let zone = try tenant.text("zone")
        guard let row = try tx.first(ReportMailQueries.take(id, now: now, zone: zone)) else { return }
        let mail = try ReportMail(row)
        let system = Actor.system(now: now)
        // In an archived tenant nothing is sent; it continues when the tenant is restored.
        if try !tenant.bool("is_archived") {
            guard try mail.requester.actor(in: tx)?.may(mail.report.head.needs) == true else {
                try tx.execute(ReportMailQueries.delete(id))
                return try services.trail.append(mail.ended, by: system, in: tx)
            }
            guard let days = try tx.first(ReportMailQueries.days(mail.frequency, before: now, zone: zone)) else {
                return
            }
            try Jobs.add(
                ReportMailWork(tenant: tx.tenant, id: id, from: try days.text("first"), until: try days.text("last")),
                in: tx, by: system, services)
        }
        try tx.execute(ReportMailQueries.move(id, mail.frequency, after: now, zone: zone))
    }
}
