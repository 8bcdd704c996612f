import Console
import HTML
import Postgres
import Templates

/// Privacy requests by deadline: overdue ones first, then those that are due soon.
package enum PrivacyRequestList: DeclaredList {
    package static let list = ListDeclaration(
        "privacy", title: Strings.privacy_title, icon: "shield",
        from: "privacy_requests join users on users.id = privacy_requests.user_id", key: "privacy_requests.id",
        select: """
            privacy_requests.id, privacy_requests.kind, privacy_requests.state, privacy_requests.source, privacy_requests.due_at,
            privacy_requests.received_at at time zone current_setting('roost.zone') as received,
            privacy_requests.due_at at time zone current_setting('roost.zone') as due, users.name, users.email,
            exists (select from privacy_holds where privacy_holds.user_id = users.id) as is_held
            """,
        head: .head("deadline", Strings.user_user, sort: deadline),
        columns: [
            ListColumn("kind", Strings.privacy_kind) { row, actor in
                .text(
                    PrivacyRequest.Kind(rawValue: try row.text("kind")).map {
                        LocalText($0.label).resolve(in: actor.language)
                    } ?? "")
            },
            ListColumn("state", Strings.privacy_state) { row, actor in
                guard let state = PrivacyRequest.State(rawValue: try row.text("state")) else { return .text("") }
                if state.isOpen, try row.bool("is_held") { return .badge(PrivacyRequest.State.held.badge) }
                if state.isOpen, try row.time("due_at") <= actor.now {
                    return .badge(StatusBadge(LocalText(Strings.privacy_overdue), tone: .bad))
                }
                return .badge(state.badge)
            },
            ListColumn("due", Strings.privacy_due, isNumber: true, saysLabel: true) { row, actor in
                .text(DateStyle(actor.language).date(LocalTime(microseconds: Int(try row.localTime("due")))))
            },
            ListColumn(
                "received", Strings.privacy_received, isNumber: true, isLess: true, saysLabel: true,
                sort: "privacy_requests.received_at", fallsFirst: true
            ) { row, actor in
                .text(DateStyle(actor.language).date(LocalTime(microseconds: Int(try row.localTime("received")))))
            },
            ListColumn("source", Strings.privacy_source, isLess: true) { row, actor in
                .text(
                    PrivacyRequest.Source(rawValue: try row.text("source")).map {
                        LocalText($0.label).resolve(in: actor.language)
                    } ?? "")
            },
        ],
        filters: [
            ListFilter("state", Strings.privacy_state) { actor in
                let states = PrivacyRequest.State.allCases.map {
                    ($0.rawValue, $0.badge.text.resolve(in: actor.language))
                }
                return [
                    ("open", LocalText(Strings.privacy_open).resolve(in: actor.language)),
                    ("overdue", LocalText(Strings.privacy_overdue).resolve(in: actor.language)),
                ] + states
            } condition: { value, actor in
                switch value {
                case "open": isOpen
                case "overdue": "\(isOpen) and privacy_requests.due_at <= \(actor.now)"
                default: PrivacyRequest.State(rawValue: value).map { "privacy_requests.state = \($0.rawValue)" }
                }
            },
            ListFilter("kind", Strings.privacy_kind) { actor in
                PrivacyRequest.Kind.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: actor.language)) }
            } condition: { value, _ in
                PrivacyRequest.Kind(rawValue: value).map { "privacy_requests.kind = \($0.rawValue)" }
            },
        ],
        sort: "deadline", add: .init(Strings.privacy_many, path: "erasures", needs: .handlePrivacy),
        empty: (Strings.privacy_empty, Strings.privacy_empty_advice), isReading: true
    ) { row, actor, base in
        let (name, email) = (try row.text("name"), try row.text("email"))
        return ListRow(
            name: UserName.shown(name, email, actor.language), link: "\(base)/\(try row.id("id"))",
            detail: UserName.detail(name, email))
    }

    static let isOpen: SQL = "privacy_requests.state in ('waiting', 'running', 'held', 'ready')"

    /// A finished request has no deadline any more, and is sorted after all open ones.
    private static let deadline: SQL = """
        case when privacy_requests.state in ('waiting', 'running', 'held', 'ready') then privacy_requests.due_at
            else 'infinity'::timestamptz end
        """
}
