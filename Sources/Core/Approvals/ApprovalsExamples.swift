import Console

/// Example requests and rows for the tests that walk all routes and tables.
extension ApprovalsFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("approvals/:approval/approval") { _ in [("seen", "999999999")] },
                .post("approvals/:approval/refusal") { [("reason", "because of \($0.word)")] },
                .post("approvals/:approval/withdrawal"),
                .post("settings/four-eyes/:act") { _ in [("state", "on")] },
            ])
    }
}
