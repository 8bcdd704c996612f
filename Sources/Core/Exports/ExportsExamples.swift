import Console

/// Example requests and rows for the tests that walk all routes and tables.
extension ExportsFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("exports/:export/deletion")
            ])
    }
}
