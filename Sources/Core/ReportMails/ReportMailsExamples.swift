import Console

/// How the tests that walk all routes call the feature.
extension ReportMailsFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("reports/mails/:mail/deletion")
            ])
    }
}
