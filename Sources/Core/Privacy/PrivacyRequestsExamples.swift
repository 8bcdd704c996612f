import Console
import Postgres

/// Example requests and rows for the tests that walk all routes and tables.
extension PrivacyRequestsFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("privacy/erasures", about: ["privacyrequest"]) {
                    // Erasing many users always requires approval.
                    [
                        ("erasures", Self.named($0.objectsWord).description),
                        ("approval_reason", "they all asked for it"),
                    ]
                },
                .post("privacy/:privacyrequest/archive"), .post("privacy/:privacyrequest/link"),
                .post("privacy/:privacyrequest/erasure") { [("reason", "because of \($0.word)")] },
                .post("privacy/:privacyrequest/refusal") { [("reason", "because of \($0.word)")] },
                .post("privacy/:privacyrequest/extension") { [("reason", "because of \($0.word)")] },
                .post("users/:user/privacy") { [("kind", "access"), ("note", "a letter about \($0.word)")] },
                .post("users/:user/hold") { [("reason", "because of \($0.word)")] },
                .post("privacy/holds/:hold/end"),
                .post("privacy/views") { _ in [("name", "Of the examples"), ("view", "kind=erasure")] },
                .post("privacy/views/:view/deletion"),
                .post("privacy/retention") { _ in [("days-user_notes", "400")] },
                .post("privacy/retention/preview") { _ in [("days-user_notes", "400")] },
                .service(.put, "users/:user/consents/:text") { _ in "{\"granted\":true,\"source\":\"app 4.12\"}" },
                .service(.put, "users/:user/privacy") { _ in "{\"level\":\"groups\"}" },
                .service(.post, "users/:user/privacy-requests") { _ in "{\"kind\":\"access\"}" },
                .service(.put, "me/consents/:text") { _ in "{\"version\":1,\"source\":\"app 4.12\"}" },
                .service(.delete, "me/consents/:text"),
                .service(.put, "me/privacy") { _ in "{\"level\":\"groups\"}" },
                .service(.post, "me/privacy-requests") { _ in "{\"kind\":\"access\"}" },
            ],
            objects: [
                ObjectExample("privacyrequest") { tx, values in try Self.make(in: tx, values) },
                ObjectExample("text") { tx, values in try Self.text(in: tx, values) },
                ObjectExample("hold") { tx, values in try Self.hold(in: tx, values) },
            ])
    }

    /// The id in a form, made from a word: the same word gives the same id.
    private static func named(_ word: String) -> ID {
        let hash = word.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return ID(high: 0x0190_0000_0000_7000 | hash >> 52, low: 1 << 63 | hash >> 2)
    }

    /// Makes a request in the state that the route needs, with a piece of an archive.
    private static func make(in tx: borrowing TenantTransaction, _ values: ExampleValues) throws -> ID {
        let (tenant, user) = (values.tenant, values.user)
        let id = values.pattern.hasSuffix("/erasures") ? named(values.word) : .make()
        let kind = values.pattern.hasSuffix("/archive") || values.pattern.hasSuffix("/link") ? "access" : "erasure"
        let state = values.pattern.isEmpty ? "done" : values.pattern.hasSuffix("/link") ? "ready" : "waiting"
        try tx.execute(
            """
            insert into privacy_requests (tenant_id, id, kind, user_id, state, source, note, language, received_at, due_at, chunks,
                archived_until, receipt)
            values (\(tenant), \(id), \(kind), \(user), \(state), 'app', \("a letter of \(values.word)"), 'en', now(),
                now() + interval '1 month', 1, now() + interval '1 day', 'a receipt')
            on conflict (tenant_id, id) do update set state = excluded.state
            """)
        try tx.execute(
            """
            insert into privacy_archives (tenant_id, request_id, attempt, number, user_id, content)
            values (\(tenant), \(id), 0, 0, \(user), 'x') on conflict do nothing
            """)
        if values.pattern.isEmpty {
            try tx.execute(
                """
                insert into retention_periods (tenant_id, table_name, days, changed_by, changed_at)
                values (\(tenant), 'user_notes', 400, \("somebody of \(values.word)"), now()) on conflict do nothing
                """)
        }
        return id
    }

    /// Makes a published text, under a key that reads as an id.
    private static func text(in tx: borrowing TenantTransaction, _ values: ExampleValues) throws -> ID {
        let made = ID.make()
        let id = ID(high: made.high | 0xF000_0000_0000_0000, low: made.low)
        try tx.execute(
            """
            insert into catalogue_entries (tenant_id, id, catalogue, key, position, retired_at, created_at)
            values (\(values.tenant), \(id), 'texts', \(id.description), 1, null, now())
            """)
        try tx.execute(
            """
            insert into catalogue_versions (tenant_id, entry_id, number, state, content, name, languages, published_from, changed_by,
                changed_at)
            values (\(values.tenant), \(id), 1, 'published', '{"text.en":"Terms"}', \("Terms of \(values.word)"), '{en}', now(), 'Somebody', now())
            """)
        return id
    }

    private static func hold(in tx: borrowing TenantTransaction, _ values: ExampleValues) throws -> ID {
        try tx.execute(
            """
            insert into privacy_holds (tenant_id, user_id, reason, set_by, set_at)
            values (\(values.tenant), \(values.user), \("a lawsuit about \(values.word)"), 'Somebody', now())
            """)
        return values.user
    }
}
