import Console

/// How the tests that walk all routes call the feature.
extension ExportsFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("exports/:export/deletion")
            ])
    }
}
