import Console

/// Example requests and rows for the tests that walk all routes and tables.
extension NoticesFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post(outside: "/notices/:notice/seen")
            ])
    }
}
