import Console
import Core
import Postgres

extension TestInstallation {
    /// Fills every table that can hold a row of a tenant; a user who has something of everything.
    package func fill(_ tenant: Tenant, by owner: TestAdmin) throws -> TestUser {
        let user = try addWholeUser("Marie Curie", to: tenant)
        _ = try addView("A view", of: owner, to: tenant)
        let key = try makeKey(in: tenant)
        try addApproval(to: tenant, by: owner)
        try addImport(to: tenant, by: owner)
        try addBulk(to: tenant, by: owner)
        try addExport(to: tenant, by: owner)
        try addReportMail(to: tenant, by: owner)
        _ = try makeEntry("texts", ["published", "draft"], in: tenant)
        try addIcon(to: tenant)
        try addMoney(to: tenant, of: user.id, by: owner)
        try addAnswers(of: user.id, in: tenant)
        _ = try makeSegment(in: tenant)
        try inTenant(tenant) { tx in
            try tx.execute(
                "insert into jobs (tenant_id, id, kind, payload, run_at) values (\(tenant.id), gen_random_uuid(), 'x', '', now())"
            )
            try tx.execute(
                "insert into roles (tenant_id, id, name, permissions) values (\(tenant.id), gen_random_uuid(), 'Night', '{}')"
            )
            try tx.execute(
                """
                insert into service_answers (tenant_id, key_id, mark, request, status, created_at)
                values (\(tenant.id), \(key.id), sha256('a'), sha256('b'), 200, now())
                """)
            try tx.execute(
                "insert into api_key_usage (tenant_id, key_id, hour, endpoint, requests, errors) values (\(tenant.id), \(key.id), now(), '/v1/me', 1, 0)"
            )
            try trail.append(
                AuditEvent(
                    .userChanged, on: .user, user.id, subject: user.id,
                    changes: [.init("email", new: "marie@curie.example", isPersonal: true)]),
                by: .script("t", in: tenant), in: tx)
        }
        return user
    }
}
