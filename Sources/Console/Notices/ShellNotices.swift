import HTML
import Logging
import Postgres
import Templates

/// Notices about commands on the server's shell and changes of accounts that their readers have not seen yet. Every
/// page needs them, and there are nearly never any, so they are cached in the process; a change notifies all
/// processes (`roost_kept`).
package final class ShellNotices: SharedCache {
    package static let subject: String? = "notices"

    package enum Kind: String, Sendable {
        case secondStepReset = "second_step_reset"
        case operatorMade = "operator_made"
        case linkMade = "link_made"
        case newDevice = "new_device"
        case passwordChanged = "password_changed"
        case secondStepChanged = "second_step_changed"
        case passkeyAdded = "passkey_added"
        case passkeyRemoved = "passkey_removed"
        case membershipOffered = "membership_offered"

        /// The text for the admin whose account it is about; nil for a notice to operators.
        package var toHolder: StringKey? {
            switch self {
            case .secondStepReset, .operatorMade, .linkMade: nil
            case .newDevice: Strings.notice_new_device
            case .passwordChanged: Strings.notice_password_changed
            case .secondStepChanged: Strings.notice_second_step_changed
            case .passkeyAdded: Strings.notice_passkey_added
            case .passkeyRemoved: Strings.notice_passkey_removed
            case .membershipOffered: Strings.notice_membership_offered
            }
        }
    }

    package struct Notice: Sendable, Weighed {
        package var id: ID
        package var kind: Kind
        package var admin: ID
        package var name: String
        package var email: String
        package var reason: String
        package var at: Timestamp

        package var weight: Int { 64 + [name, email, reason].weight }
    }

    /// The most notices on one page; the others follow when these are seen.
    private static let most = 5

    /// By reader; all under one key, since they belong to the installation.
    private let cache: Cache<ID, [ID: [Notice]]>

    package init(database: Database, logger: Logger) {
        cache = Cache("notices", database: database, logger: logger, lane: .safety)
    }

    /// If nothing is cached or the cache is old, sends the statement together with the authentication of the current
    /// request.
    package func query(on connection: Connection, now: Timestamp) throws -> Connection.Pending? {
        if let (_, isOld, _) = cache.value(Tenant.installation.id, now: now), !isOld { return nil }
        return try connection.send(NoticeQueriesAcrossTenants.unseen)
    }

    package func keep(_ requested: Connection.Pending, now: Timestamp) throws {
        var notices: [ID: [Notice]] = [:]
        for row in try requested.rows() {
            // A notice of a kind that only a newer process knows is skipped.
            guard let kind = Kind(rawValue: try row.text("kind")) else { continue }
            notices[try row.id("reader"), default: []].append(
                Notice(
                    id: try row.id("id"), kind: kind, admin: try row.id("admin_id"), name: try row.text("name"),
                    email: try row.text("email"), reason: try row.text("reason"), at: try row.time("at")))
        }
        cache.set(Tenant.installation.id, notices, now: now)
    }

    /// Returns the notices for the top of the actor's page.
    package func unseen(by actor: Actor, _ services: Services) -> [ShellNotice] {
        guard let reader = actor.id,
            let notices = cache.value(Tenant.installation.id, now: actor.now)?.value[reader]?
                .filter({ actor.isOperator || $0.kind.toHolder != nil })
        else { return [] }
        let here = actor.here.flatMap {
            Link(pathOfThisHost: $0.path)?.with(query: $0.query.items.map { ($0.name, $0.value) })
        }
        return notices.prefix(Self.most).map { notice in
            let isOwn = notice.kind.toHolder != nil
            let isOffer = notice.kind == .membershipOffered
            return ShellNotice(
                label: LocalText(isOwn ? Strings.notice_own_label : Strings.notice_label), text: Self.words(notice),
                ago: DurationStyle(actor.language).ago(seconds: Int(max(0, actor.now.seconds - notice.at.seconds))),
                reason: isOwn ? "" : notice.reason, from: isOwn ? notice.reason : "",
                more: isOffer
                    ? "/tenants"
                    : isOwn ? "/account" : Link("/audit").with(query: [("object", notice.admin.description)]),
                moreLabel: LocalText(
                    isOffer ? Strings.notice_offers : isOwn ? Strings.notice_account : Strings.notice_trail),
                seen: "/notices/\(notice.id)/seen", to: HiddenValue("to", (here ?? "/account").description),
                csrf: actor.session?.csrf ?? "", icons: services.assets.icons)
        }
    }

    package func invalidateAll() { cache.invalidateAll() }

    private static func words(_ notice: Notice) -> LocalText {
        switch notice.kind {
        case .secondStepReset: Strings.notice_second_step_reset(name: notice.name, email: notice.email)
        case .operatorMade: Strings.notice_operator_made(name: notice.name, email: notice.email)
        case .linkMade: Strings.notice_link_made(name: notice.name, email: notice.email)
        case .newDevice, .passwordChanged, .secondStepChanged, .passkeyAdded, .passkeyRemoved, .membershipOffered:
            LocalText(notice.kind.toHolder ?? Strings.notice_new_device)
        }
    }
}
