import Console
import HTML
import Templates
import Web

/// Users' submissions to questionnaires: accepted from apps, shown with the version for which they were given, counted,
/// exported.
package struct AnswersFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("answers", Strings.answers_title, about: Strings.guide_about_answers)
    }
    package var place: Place { .people }
    package var permissions: [Permission] { Permission.ofAnswer }
    package var scopes: [Scope] { Scope.ofAnswer }
    package var auditActions: [AuditAction] { AuditAction.ofAnswer }
    package var userCards: [any UserCard.Type] { [UserAnswersCard.self] }
    package var appEvents: [AppEvents] {
        [
            AppEvents(
                Strings.user_activity_answered, needs: .seeAnswers, words: AppEvents.nameOfEntry
            ) { AnswerQueries.last(of: $0) }
        ]
    }
    package var personalData: [PersonalTable] {
        [
            PersonalTable(
                "submissions", Strings.answers_title, columns: ["version", "answers", "given_at", "replaced_at"],
                erased: .deleted, aging: .init("found.given_at"))
        ]
    }
    package var demo: (any DemoRows.Type)? { AnswerDemo.self }
    package var lists: [ListDeclaration] { [AnswerList.list] }
    package var timers: [HouseTimer] {
        [
            HouseTimer("counts of answers", every: 300) { services, _ in
                try await services.database.perform(.background) { connection in
                    try connection.inTenant(Tenant.installation.id) { _ = try $0.rows(AnswerQueries.merge) }
                }
            }
        ]
    }
    package var auditFields: [AuditField] {
        [
            AuditField(
                prefix: FormAnswers.fieldPrefix, words: { Strings.audit_field_answer(key: $0).resolve(in: $1) },
                value: { text, _, language in FormAnswers.words(text, language) }),
            AuditField("version", Strings.catalogue_version),
            AuditField("questionnaire", Strings.answers_questionnaire),
        ]
    }

    package var menu: [MenuEntry] {
        [MenuEntry(.people, Strings.answers_title, icon: "note", path: AnswerList.list.path, needs: .seeAnswers)]
    }

    package var routes: [Route] {
        Route.list(AnswerList.self, needs: .seeAnswers) + [
            .get("answers/:submission", needs: .seeAnswers, ShowSubmission.self),
            .get("questionnaires/:entry/answers", needs: .seeAnswers, ShowAnswerSummary.self),
            .service(.get, "users/:user/answers", scope: .scope(.readAnswers), ReadSubmissions.self),
            .service(
                .put, "users/:user/answers/:questionnaire", scope: .scope(.writeAnswers), SaveAnswers.self),
            .service(.get, "me/answers", for: .user, ReadMyAnswers.self),
            .service(.put, "me/answers/:questionnaire", for: .user, SaveMyAnswers.self),
        ]
    }
}
