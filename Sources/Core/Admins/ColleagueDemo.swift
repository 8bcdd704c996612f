import Console
import Postgres

/// The company's admins in a demo tenant: invited by its owner half a year ago.
enum ColleagueDemo: DemoRows {
    static func furnish(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        for (number, colleague) in load.colleagues.enumerated() {
            let joined = load.moment(daysAgo: 200 - number * 2, number)
            try tx.execute(
                """
                insert into memberships (tenant_id, admin_id, role, created_at, accepted_at, used_at)
                values (\(load.tenant.id), \(colleague.id), \(colleague.role.rawValue), \(joined), \(joined),
                    \(load.now.adding(seconds: -colleague.lastSeenSeconds)))
                """)
            let role = MemberRole(colleague.role, in: load.tenant).recorded
            if colleague.role == .owner {
                var actor = Actor.script("demo", in: load.tenant)
                actor.now = joined
                load.diary.note(
                    AuditEvent(
                        .membershipGranted, on: .membership, colleague.id, name: colleague.name,
                        changes: [.init("role", new: role)]), by: actor)
            } else {
                load.diary.note(
                    AuditEvent(
                        .adminInvited, on: .membership, colleague.id, name: colleague.name,
                        changes: [.init("email", new: colleague.email), .init("role", new: role)]),
                    by: load.actor(.owner, at: joined))
            }
        }
    }
}
