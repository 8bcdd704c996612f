import Console
import HTML
import Web

/// Notices at the top of every page: for operators, and for every admin about their own account.
package struct NoticesFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { .operations }
    package var place: Place { .installation }
    package var auditActions: [AuditAction] { AuditAction.ofNotice }
    package var jobs: [any Job.Type] { [AccountMail.self] }
    package var caches: [any SharedCache.Type] { [ShellNotices.self] }

    package var timers: [HouseTimer] {
        [
            HouseTimer("notices", every: 3600) { services, _ in
                try await services.database.perform(.background) { connection in
                    try connection.inTenant(Tenant.installation.id) { tx in
                        for statement in NoticeQueriesAcrossTenants.deleteOld(now: .now) { try tx.execute(statement) }
                    }
                }
            }
        ]
    }

    package var routes: [Route] { [.post(signedIn: "/notices/:notice/seen", AcknowledgeNotice.self)] }
}
