import Console

/// Example requests and rows for the tests that walk all routes and tables.
extension UsersFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("users") { Self.form($0) },
                .post("users/:user") { Self.form($0) },
                .post("users/:user/suspension") { [("reason", "because of \($0.word)")] },
                .post("users/:user/suspension/end") { [("reason", "because of \($0.word)")] },
                .post("users/:user/deletion") { [("reason", "because of \($0.word)")] },
                .post("users/:user/deletion/end") { [("reason", "because of \($0.word)")] },
                .post("users/:user/notes") { [("body", "a note about \($0.word)")] },
                .post("users/views") { _ in [("name", "Of the examples"), ("view", "status=suspended")] },
                .post("users/views/:view/deletion"),
                .service(.put, "users") {
                    "{\"users\":[{\"email\":\"\($0.word)@example.net\",\"name\":\"Of the examples\"}]}"
                },
                .service(.patch, "users/:user") { "{\"name\":\"Changed by \($0.word)\"}" },
                .service(.delete, "users/:user"),
            ],
            objects: [
                ObjectExample("formeremail") { tx, values in
                    let tenant = tx.tenant
                    try tx.execute(
                        """
                        insert into former_emails (tenant_id, user_id, email, until)
                        values (\(tenant), \(values.user), \("\(values.word)@former.example"), now())
                        """)
                    return values.user
                }
            ])
    }

    private static func form(_ values: ExampleValues) -> [(String, String)] {
        [
            ("email", "\(values.word)@example.net"), ("name", "Changed by the examples"), ("role", "user"),
            ("plan", "premium"), ("country", "FR"), ("phone", "06 39 98 01 23"), ("external_id", "ext-\(values.word)"),
            ("language", "fr"), ("zone", "Europe/Paris"), ("version", "1"),
        ]
    }
}
