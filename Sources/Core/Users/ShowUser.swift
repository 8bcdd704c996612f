import Console
import HTML
import Postgres
import Templates
import Web

/// One user, and the record that somebody looked.
struct ShowUser: RecordedViewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("user") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
    {
        (try UserPageMaker(id: id).page(in: tx, by: actor, services), AuditEvent(.userViewed, on: .user, id))
    }
}

/// Reads everything about a user in one round trip and puts the page together.
struct UserPageMaker {
    var id: ID
    /// A note that was refused comes back with what was typed.
    var note = ""
    var noteError: LocalText?
    /// Said at the top, when the page is the answer to something that could not be done.
    var notice: StringKey?

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> UserPage {
        let zone = actor.tenant.zone
        let one = try tx.send(UserQueries.one(id, zone: zone))
        let devices = try tx.send(UserQueries.devices(id, zone: zone))
        let consents = try tx.send(UserQueries.consents(id, zone: zone))
        let notes = try tx.send(UserQueries.notes(id, zone: zone))
        let held = try tx.send(SubscriptionQueries.current(of: id, zone: zone))
        let paid = try tx.send(PaymentQueries.all(of: id, zone: zone, limit: 5))
        let given = actor.may(.seeAnswers) ? try tx.send(AnswerQueries.all(of: id, zone: zone)) : nil
        let looked = try tx.send(AuditQueries.viewers(at: id, zone: zone))
        let trail = try ObjectTrail(of: id, kinds: [.user], in: tx, by: actor)
        guard let row = try one.rows().first else { throw Refusal.notFound }
        let language = actor.language
        let viewers = try looked.rows()
        func when(_ micros: Int64) -> String { DateStyle(language).dateTime(LocalTime(microseconds: Int(micros))) }
        let name = try row.text("name")
        let status = try row.text("status")
        let path = "/t/\(actor.tenant.slug)/users/\(id)" as Link
        let title = name.isEmpty ? try row.text("email") : name
        var frame = actor.frame(
            title, services, current: "users", crumb: (LocalText(Strings.menu_users), "/t/\(actor.tenant.slug)/users"),
            undo: undo(actor, path))
        if let notice { frame.flash = Flash(text: LocalText(notice)) }
        return UserPage(
            frame: frame, name: title, status: UserWords.status(status),
            statusReason: try row.text("status_reason"), profile: try profile(row, language, when),
            kindFacts: try kindFacts(row, services.kind(actor.tenant.kind)?.facts ?? [], language),
            kindTitle: services.kindLabel(actor.tenant.kind),
            subscription: try subscription(held.rows().first, paid.rows(), actor),
            answers: try given.map { try answers($0.rows(), actor) },
            devices: try devices.rows().map {
                UserDevice(
                    model: try $0.text("model"), platform: UserWords.platform(try $0.text("platform"), language),
                    appVersion: try $0.text("app_version"), seen: when(try $0.localTime("seen")))
            },
            consents: try consents.rows().map {
                UserConsent(
                    purpose: UserWords.purpose(try $0.text("purpose"), language), isGranted: try $0.bool("granted"),
                    version: NumberStyle(language).integer(try $0.int("text_version")), source: try $0.text("source"),
                    at: when(try $0.localTime("given")))
            },
            notes: try notes.rows().map {
                UserNote(
                    author: try $0.text("author_name"), at: when(try $0.localTime("written")), body: try $0.text("body")
                )
            },
            noteForm: actor.may(.noteUsers)
                ? NoteForm(
                    action: "\(path)/notes", csrf: actor.session?.csrf ?? "",
                    body: Area(
                        Field(
                            "body", label: LocalText(Strings.user_note), value: note, error: noteError, isRequired: true
                        ))) : nil,
            trail: try trail.card(Strings.user_trail, in: tx, by: actor, services),
            viewers: ViewersCard(
                viewers: try viewers.map {
                    .init(
                        name: try $0.text("actor_name"), times: Strings.user_looked_times(count: try $0.int("times")),
                        last: when(try $0.localTime("last")))
                },
                whole: actor.may(.seeAudit) ? AuditFilter(object: id, action: .userViewed).link(actor.auditLink) : nil),
            editLink: actor.may(.editUsers) && status != "deleted" ? "\(path)/edit" : nil,
            suspend: actor.may(.suspendUsers) && (status == "active" || status == "pending")
                ? reasonForm("\(path)/suspension", actor) : nil,
            endSuspension: actor.may(.suspendUsers) && status == "suspended" ? "\(path)/suspension/end" : nil,
            delete: actor.may(.deleteUsers) && status != "deleted" ? reasonForm("\(path)/deletion", actor) : nil,
            restore: actor.may(.deleteUsers) && status == "deleted" ? "\(path)/deletion/end" : nil)
    }

    private func subscription(_ held: Row?, _ paid: Rows, _ actor: Actor) throws -> SubscriptionCard {
        let held = try held.map { try Subscription($0) }
        return SubscriptionCard(
            state: held?.state.badge, facts: held.map { Array(SubscriptionWords.facts($0, actor).prefix(6)) } ?? [],
            payments: try paid.map { try Payment($0).row(actor.language) }, link: SubscriptionPageMaker.link(id, actor))
    }

    private func answers(_ rows: Rows, _ actor: Actor) throws -> AnswersCard {
        AnswersCard(
            rows: try rows.map { row in
                let key = try row.text("key")
                let submission = try Submission(row, actor)
                return .init(
                    name: submission.title.isEmpty ? key : submission.title,
                    version: NumberStyle(actor.language).integer(submission.version),
                    when: submission.when, link: "\(actor.link(AnswerList.list.path))/\(submission.id)")
            })
    }

    /// What takes back what was just done.
    private func undo(_ actor: Actor, _ path: Link) -> Link? {
        switch actor.flash?.text {
        case Strings.users_suspended: "\(path)/suspension/end"
        case Strings.users_deleted: "\(path)/deletion/end"
        case Strings.users_reinstated: "\(path)/suspension"
        default: nil
        }
    }

    private func reasonForm(_ action: Link, _ actor: Actor) -> ReasonForm {
        ReasonForm(
            action: action, csrf: actor.session?.csrf ?? "",
            reason: Field("reason", label: LocalText(Strings.user_reason), hint: LocalText(Strings.user_reason_hint)))
    }

    private func profile(_ row: Row, _ language: Language, _ when: (Int64) -> String) throws -> [Fact] {
        let words = try Languages.name(of: row.text("language"))
        let seen = try row.time("seen_at").microseconds == 0 ? "—" : when(try row.localTime("seen"))
        var facts = [
            Fact(LocalText(Strings.user_email), try row.text("email")),
            Fact(LocalText(Strings.user_id), id.description, isCode: true),
            Fact(LocalText(Strings.user_created), when(try row.localTime("joined"))),
            Fact(LocalText(Strings.user_seen), seen),
            Fact(LocalText(Strings.user_role), try row.text("role")),
            Fact(LocalText(Strings.user_plan), UserWords.plan(try row.text("plan"), language)),
            Fact(LocalText(Strings.user_country), try row.text("country")),
            Fact(LocalText(Strings.user_language), words),
            Fact(LocalText(Strings.user_zone), try row.text("zone")),
            Fact(LocalText(Strings.user_platform), UserWords.platform(try row.text("platform"), language)),
        ]
        if let renews = try row.localTimeOrNil("renews") {
            facts.insert(
                Fact(LocalText(Strings.user_renews), DateStyle(language).date(LocalTime(microseconds: Int(renews)))),
                at: 6)
        }
        return facts.filter { !$0.value.isEmpty }
    }

    /// Only what the kind declares, in its order.
    private func kindFacts(_ row: Row, _ declared: [FactDeclaration], _ language: Language) throws -> [Fact] {
        let stored = Dictionary(zip(try row.texts("fact_keys"), try row.texts("fact_values")), uniquingKeysWith: { $1 })
        return declared.compactMap { fact -> Fact? in
            guard let value = stored[fact.key] else { return nil }
            switch fact.form {
            case .text: return Fact(LocalText(fact.label), value)
            case .number:
                return Fact(LocalText(fact.label), Int(value).map { NumberStyle(language).integer($0) } ?? value)
            case .days:
                return Fact(
                    LocalText(fact.label),
                    Int(value).map { Strings.fact_days(count: $0).resolve(in: language) } ?? value)
            }
        }
    }
}
