import Console

/// Example requests and rows for the tests that walk all routes and tables.
extension APIKeysFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("keys") { _ in
                    [("name", "Key of the examples"), ("scopes", "users.read"), ("term", "30"), ("rate", "600")]
                },
                .post("keys/:key/suspension") { [("reason", "because of \($0.word)")] },
                .post("keys/:key/suspension/end") { [("reason", "because of \($0.word)")] },
                .post("keys/:key/deletion") { [("reason", "because of \($0.word)")] },
                .post("keys/:key/rotation") { _ in [("overlap", "24")] },
                .post("keys/views") { _ in [("name", "Of the examples"), ("view", "state=expired")] },
                .post("keys/views/:view/deletion"),
            ])
    }
}
