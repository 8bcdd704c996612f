import Console
import HTML
import Postgres
import Templates

/// The user's privacy requests, their legal hold, and the form that records a request.
struct UserPrivacyCard: UserCard {
    static let needs = Permission.seePrivacy
    static let section = UserSection.privacy
    static let samples: [any Page] = [PrivacyCard.sample, PrivacyCard.sampleEmpty]
    private static let most = 20

    private let shown: ShownUser
    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        self.shown = shown
        statements = [
            PrivacyQueries.all(of: shown.id, limit: Self.most), PrivacyQueries.hold(of: shown.id),
            """
            select users.erased_at is not null as is_erased, users.privacy_level from users where users.id = \(shown.id)
            """,
        ]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        let requests = try rows[0].map { row -> PrivacyCard.Request in
            let request = try PrivacyRequest(row)
            let left = Int(request.dueAt.seconds - actor.now.seconds)
            let time = DurationStyle(actor.language).short(seconds: abs(left))
            return .init(
                label: LocalText(request.kind.label), link: actor.link("privacy/\(request.id)"),
                state: request.state.badge,
                clock: !request.state.isOpen
                    ? nil : left < 0 ? Strings.privacy_late(time: time) : Strings.privacy_left(time: time))
        }
        let hold = try rows[1].first.map {
            Strings.privacy_hold_note(name: try $0.text("set_by"), reason: try $0.text("reason"))
        }
        let isErased = try rows[2].first?.bool("is_erased") ?? false
        let level = try rows[2].first.flatMap { PrivacyLevel(rawValue: try $0.text("privacy_level")) } ?? .nobody
        guard actor.may(.handlePrivacy), !isErased else {
            return PrivacyCard(
                requests, isErased: isErased, hold: hold, level: isErased ? nil : LocalText(level.label),
                advice: isErased
                    ? nil : Strings.privacy_who_adds(permission: LocalText(Permission.handlePrivacy.label)))
        }
        let (path, csrf) = (actor.link("users/\(shown.id)"), actor.session?.csrf ?? "")
        return PrivacyCard(
            requests, isErased: false, hold: hold, level: LocalText(level.label),
            form: .init(
                action: "\(path)/privacy", csrf: csrf,
                kind: Choice(
                    "kind", label: LocalText(Strings.privacy_kind),
                    options: PrivacyRequest.Kind.allCases.map {
                        .init(
                            value: $0.rawValue, label: LocalText($0.label).resolve(in: actor.language),
                            isSelected: false)
                    }),
                note: Field("note", label: LocalText(Strings.privacy_note), hint: LocalText(Strings.privacy_note_hint))
                    .prefixed("privacy-")),
            holdForm: hold == nil
                ? ReasonForm(
                    action: "\(path)/hold", csrf: csrf,
                    reason: Field(
                        "reason", label: LocalText(Strings.privacy_hold_reason),
                        value: shown.refused(Self.self)?.typed["reason"] ?? "",
                        error: shown.refused(Self.self)?.errors["reason"], isRequired: true)
                ).prefixed("hold-") : nil,
            endHold: hold == nil ? nil : actor.link("privacy/holds/\(shown.id)/end"))
    }
}
