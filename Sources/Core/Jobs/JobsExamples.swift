import Console

/// Example requests and rows for the tests that walk all routes and tables.
extension JobsFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("jobs/:job/retry"),
                .post("jobs/:job/discard"),
                .post("jobs/views") { _ in [("name", "Of the examples"), ("view", "state=failed")] },
                .post("jobs/views/:view/deletion"),
            ])
    }
}
