import Console

/// Example requests and rows for the tests that walk all routes and tables.
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
