import Console
import Core
import Postgres

extension TestInstallation {
    /// Fills every table that can have a row of a tenant; returns a user with a row in every table.
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
        _ = try makeObjects(in: tenant, of: user.id)
        try inTenant(tenant) { tx in
            try tx.execute(
                "insert into jobs (tenant_id, id, kind, payload, run_at) values (\(tenant.id), gen_random_uuid(), 'x', '', now())"
            )
            try tx.execute(
                "insert into roles (tenant_id, id, name, permissions) values (\(tenant.id), gen_random_uuid(), 'Night', '{}')"
            )
            try tx.execute(
                "insert into pending_readings (tenant_id, id, reading) values (\(tenant.id), gen_random_uuid(), '')")
            try tx.execute(
                """
                insert into trial_claims (tenant_id, provider, reference, family, user_id, given_at, is_test)
                values (\(tenant.id), 'card', 'of rows', 'rows_of_money', \(user.id), now(), false)
                """)
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

    /// Makes one of each object for which the features give an example, by its name, or of those that `route` names;
    /// for all kinds, or only for the tenant's. `word` is in all of their texts.
    package func makeObjects(
        for route: Route? = nil, in tenant: Tenant, of user: ID? = nil, word: String = unique(), ofAllKinds: Bool = true
    ) throws -> [String: String] {
        let parts = route.map { $0.pattern.split(separator: "/").map { $0.dropFirst() } }
        let features = Declarations.current.features.filter { feature in
            route == nil && ofAllKinds || feature.place.includes(tenant)
        }
        let about = route.map { route in
            features.flatMap(\.examples.routes).filter { $0.method == route.method && $0.pattern == route.pattern }
                .flatMap(\.objects)
        }
        let examples = features.flatMap(\.examples.objects).filter {
            parts?.contains(Substring($0.name)) ?? true || about?.contains($0.name) ?? true
        }
        guard !examples.isEmpty else { return [:] }
        let user = try user ?? (tenant.holdsPeople ? addUser("User \(word)", to: tenant).id : .make())
        let values = ExampleValues(
            tenant: tenant.id, user: user, word: word, pattern: route?.pattern ?? "",
            seal: { [keys] in try keys.data.seal($0, $1) })
        var made: [String: String] = [:]
        try inTenant(tenant) { tx in
            for example in examples { made[example.name] = try example.make(tx, values).description }
        }
        return made
    }
}
