import Console

/// Example requests and rows for the tests that walk all routes and tables.
extension AdminsFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("admins") {
                    [
                        ("email", "\($0.word)@example.net"), ("name", "Of the examples"), ("role", "support"),
                        ("language", "en"),
                    ]
                },
                .post("admins/:admin/role") { _ in [("role", "analyst"), ("was", "support")] },
                .post("admins/:admin/role/:role"),
                .post("admins/:admin/invitation"),
                .post("admins/:admin/membership/end") { [("reason", "because of \($0.word)")] },
                .post("admins/views") { _ in [("name", "Of the examples"), ("view", "state=invited")] },
                .post("admins/views/:view/deletion"),
                .post(outside: "/admins/:admin/disabling"),
                .post(outside: "/admins/:admin/disabling/end"),
                .post(outside: "/offers/:offer/acceptance"),
                .post(outside: "/offers/:offer/end"),
            ])
    }
}
