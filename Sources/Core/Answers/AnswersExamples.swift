import Console

/// How the tests that walk all routes call the feature.
extension AnswersFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("answers/views") { _ in [("name", "Of the examples"), ("view", "days=7")] },
                .post("answers/views/:view/deletion"),
                .service(.put, "users/:user/answers/:questionnaire") { _ in "{\"answers\":{\"level\":\"hard\"}}" },
                .service(.put, "me/answers/:questionnaire") { _ in "{\"answers\":{\"level\":\"hard\"}}" },
            ])
    }
}
