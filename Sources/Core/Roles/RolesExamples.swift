import Console

/// Example requests and rows for the tests that walk all routes and tables.
extension RolesFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("roles") { Self.form($0) },
                .post("roles/:role") { Self.form($0) },
                .post("roles/:role/deletion"),
                .post("roles/:role/permissions/:permission"),
                .post("roles/:role/permissions/:permission/end"),
            ])
    }

    private static func form(_ values: ExampleValues) -> [(String, String)] {
        [("name", "Role \(values.word)"), ("may", "users.see"), ("may", "users.note"), ("version", "1")]
    }
}
