import Console
import HTML
import Postgres
import Templates
import Web

/// One submission as it was given: the questions of its version, the answers, and the user's earlier submissions.
struct ShowSubmission: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("submission") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
    {
        let zone = actor.tenant.zone
        let one = try tx.send(AnswerQueries.one(id, zone: zone))
        let all = try tx.send(AnswerQueries.history(of: id, zone: zone))
        let found = try one.rows().first
        let history = try all.rows().map { try Submission($0, actor) }
        guard let row = found else { throw Refusal.notFound }
        let this = try Submission(row, id: id, actor)
        let (language, list) = (actor.language, actor.link(AnswerList.list.path))
        let (user, name, email, key) = (
            try row.id("user_id"), try row.text("name"), try row.text("email"), try row.text("key")
        )
        let (questionnaires, entry) = (actor.link(Questionnaires.catalogue.path), try row.id("entry_id"))
        let title = this.title.isEmpty ? key : this.title
        let files = try UserFiles.shown(this.answers, this.fields, of: user, in: tx)
        let page = SubmissionPage(
            frame: actor.frame(
                title, services, current: AnswerList.list.path, crumb: (LocalText(AnswerList.list.title), list)),
            name: title,
            state: try row.localTimeOrNil("replaced") == nil
                ? StatusBadge(LocalText(Strings.answers_is_last), tone: .good)
                : StatusBadge(LocalText(Strings.answers_is_replaced), tone: .off),
            user: UserName.shown(name, email, language), userLink: "\(actor.link("users"))/\(user)",
            facts: [
                Fact(LocalText(Strings.answers_given), this.when),
                Fact(LocalText(Strings.catalogue_version), NumberStyle(language).integer(this.version)),
                Fact(LocalText(Strings.catalogue_key), key, isCode: true),
            ],
            questionnaire: actor.may(.seeCatalogue) ? "\(questionnaires)/\(entry)" : nil,
            answers: this.fields.filter { this.answers.isApplicable($0, among: this.fields) }.map { field in
                field.fact(this.answers[field.key], files, at: "\(list)/\(id)", language)
            },
            earlier: zip(history, history.dropFirst().map { $0 as Submission? } + [nil]).map { submission, before in
                .init(
                    when: submission.when, version: Strings.answers_under(version: submission.version),
                    link: submission.id == id ? nil : "\(list)/\(submission.id)",
                    changes: submission.changes(from: before, language))
            })
        // The event names the questionnaire; its object is the user whose submission was read.
        return (page, AuditEvent(.userViewed, on: .user, user, changes: [.init("questionnaire", new: key)]))
    }
}

/// The answers of a submission, with the questions as they were asked.
struct Submission {
    var id: ID
    var version: Int
    var title: String
    var fields: [FormField]
    var answers: FormAnswers
    /// The time in words.
    var when: String

    /// `id` is used if the row has none.
    init(_ row: Row, id known: ID? = nil, _ actor: Actor) throws {
        let content = Content(json: try row.text("content"))
        let (language, languages) = (actor.language.rawValue, actor.tenant.languages)
        id = try known ?? row.id("id")
        version = try row.int("version")
        title = content.text("name", language, languages)
        fields = FormField.all(of: content, language, languages)
        answers = FormAnswers(stored: try row.text("answers"))
        when = DateStyle(actor.language).dateTime(LocalTime(microseconds: Int(try row.localTime("given"))))
    }

    /// Returns question by question what changed since the earlier submission, which may be for another version.
    func changes(from old: Submission?, _ language: Language) -> [TrailEntry.FieldChange] {
        guard let old else { return [] }
        let gone = old.fields.filter { field in !fields.contains { $0.key == field.key } }
        return (fields + gone).compactMap { field in
            let before = old.answers[field.key].map {
                (old.fields.first { $0.key == field.key } ?? field).words($0, language)
            }
            let after = answers[field.key].map { field.words($0, language) }
            // Files read alike, whichever they are.
            let isSame = field.kind != .file || old.answers[field.key]?.text == answers[field.key]?.text
            return before == after && isSame ? nil : .init(label: field.label, old: before, new: after)
        }
    }
}
