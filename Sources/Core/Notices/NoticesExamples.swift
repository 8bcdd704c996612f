import Console

/// How the tests that walk all routes call the feature.
extension NoticesFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post(outside: "/notices/:notice/seen")
            ])
    }
}
