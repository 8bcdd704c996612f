import Console
import HTML
import Postgres
import Templates

/// The user's submissions to questionnaires.
struct UserAnswersCard: UserCard {
    static let needs = Permission.seeAnswers
    static let section = UserSection.activity
    static let samples: [any Page] = [AnswersCard.sample, AnswersCard(rows: [])]

    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        statements = [AnswerQueries.all(of: shown.id, zone: actor.tenant.zone)]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        AnswersCard(
            rows: try rows[0].map { row in
                let key = try row.text("key")
                let submission = try Submission(row, actor)
                return .init(
                    name: submission.title.isEmpty ? key : submission.title,
                    version: NumberStyle(actor.language).integer(submission.version),
                    when: submission.when, link: "\(actor.link(AnswerList.list.path))/\(submission.id)")
            })
    }
}
