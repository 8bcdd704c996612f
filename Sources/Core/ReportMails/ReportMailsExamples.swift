import Console

/// Example requests and rows for the tests that walk all routes and tables.
extension ReportMailsFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("reports/mails/:mail/deletion")
            ])
    }
}
