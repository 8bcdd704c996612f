import Console
import HTML
import Postgres
import Templates
import Web

/// Makes the page of a user: all its statements share one round trip.
package struct UserPageMaker {
    package var user: ShownUser
    /// The notice at the top, if the page is the response to a request that failed.
    package var notice: StringKey?
    /// What is wrong with the reason of a suspension that was refused: its form is shown open.
    package var reasonError: LocalText?

    package init(
        _ id: ID, refused: ShownUser.Refused? = nil, notice: StringKey? = nil, reasonError: LocalText? = nil
    ) {
        user = ShownUser(id, refused: refused)
        self.notice = notice
        self.reasonError = reasonError
    }

    private var id: ID { user.id }

    package func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> UserPage {
        let one = try tx.send(UserQueries.one(id, zone: actor.tenant.zone))
        let offered = try tx.send(ReasonPresets.all)
        let stood = try tx.send(UserQueries.statusGiven(id, zone: actor.tenant.zone))
        let cards = services.declarations.userCards(for: actor).map { $0.init(user, for: actor, services) }
        let round = try CardRound(cards, in: tx) { $0.statements }
        guard let row = try one.rows().first else { throw Refusal.notFound }
        var (main, aside): ([any Page], [any Page]) = ([], [])
        for (card, rows) in try round.rows() {
            guard let page = try card.card(rows, in: tx, by: actor, services) else { continue }
            if type(of: card).section.isAside { aside.append(page) } else { main.append(page) }
        }
        let name = try row.text("name")
        let path = actor.link("users/\(id)")
        let title = UserName.shown(name, try row.text("email"), actor.language)
        var frame = actor.frame(
            title, services, current: "users", crumb: (LocalText(Strings.menu_users), actor.link("users")),
            undo: undo(actor, path))
        if let notice { frame.flash = Flash(warning: LocalText(notice)) }
        let status = try row.text("status")
        let reasons = try ReasonPresets.read(offered.rows())
        return UserPage(
            frame: frame, name: title, status: UserWords.status(status),
            statusReason: try row.text("status_reason"), statusBy: try statusBy(status, stood.rows(), actor.language),
            lacksReason: try !row.bool("is_erased"),
            acts: try row.bool("is_erased") ? UserActs(in: frame) : acts(status, path, reasons, actor, in: frame),
            facts: try facts(row, actor, services), main: main, aside: aside)
    }

    /// "Suspended by Ada, 22 Nov 2026"; nil if the trail has no such event, or the status needs no explanation.
    private func statusBy(_ status: String, _ rows: Rows, _ language: Language) throws -> LocalText? {
        guard status == "suspended" || status == "deleted",
            let row = try rows.first(where: {
                try $0.text("action") == (status == "deleted" ? AuditAction.userDeleted : .userSuspended).id
            })
        else { return nil }
        let who = try row.text("actor_name")
        let date = DateStyle(language).date(LocalTime(microseconds: Int(try row.localTime("local_at"))))
        return status == "deleted"
            ? Strings.user_deleted_by(who: who, date: date) : Strings.user_suspended_by(who: who, date: date)
    }

    private func acts(
        _ status: String, _ path: Link, _ reasons: [ReasonPresets.Act: [String]], _ actor: Actor, in frame: Frame
    ) -> UserActs {
        var acts = UserActs(in: frame)
        if actor.may(.editUsers), status != "deleted" { acts.editLink = "\(path)/edit" }
        if actor.may(.suspendUsers) {
            if status == "active" || status == "pending" {
                acts.suspend = reasonForm(
                    "\(path)/suspension", reasons[.suspension] ?? [], actor, isRequired: true, error: reasonError)
            }
            if status == "suspended" { acts.endSuspension = "\(path)/suspension/end" }
        }
        if actor.may(.deleteUsers) {
            if status == "deleted" {
                acts.restore = "\(path)/deletion/end"
            } else {
                acts.delete = reasonForm("\(path)/deletion", reasons[.deletion] ?? [], actor)
            }
        }
        return acts
    }

    /// The link that undoes the last action.
    private func undo(_ actor: Actor, _ path: Link) -> Link? {
        switch actor.flash?.text.key {
        case Strings.users_suspended: "\(path)/suspension/end"
        case Strings.users_deleted: "\(path)/deletion/end"
        case Strings.users_reinstated: ("\(path)/suspension" as Link).with(query: [(UserStatusChange.undone, "1")])
        default: nil
        }
    }

    private func reasonForm(
        _ action: Link, _ offered: [String], _ actor: Actor, isRequired: Bool = false, error: LocalText? = nil
    ) -> ReasonForm {
        var reason = ReasonPresets.field("reason", error: error, offering: offered)
        reason.isRequired = isRequired
        return ReasonForm(action: action, csrf: actor.session?.csrf ?? "", reason: reason)
    }

    private func facts(_ row: Row, _ actor: Actor, _ services: Services) throws -> [FactsCard] {
        let profile = FactsCard(
            LocalText(Strings.user_profile),
            try UserFields.facts.compactMap { try $0.fact?(row, actor.language) }.filter { !$0.value.isEmpty })
        let declared = services.kind(actor.tenant.kind)?.facts ?? []
        let kind = FactsCard(services.kindLabel(actor.tenant.kind), try kindFacts(row, declared, actor.language))
        return kind.facts.isEmpty ? [profile] : [profile, kind]
    }

    /// Formats a whole number, or one with a decimal point; any other text stays unchanged.
    private static func number(_ value: String, _ language: Language) -> String {
        if let number = Int(value) { return NumberStyle(language).integer(number) }
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } && !$0.isEmpty }),
            let units = Int(parts[0] + parts[1])
        else { return value }
        return NumberStyle(language).fixed(units, places: parts[1].utf8.count)
    }

    /// Only the facts that the kind declares, in its order.
    private func kindFacts(_ row: Row, _ declared: [FactDeclaration], _ language: Language) throws -> [Fact] {
        let stored = Dictionary(zip(try row.texts("fact_keys"), try row.texts("fact_values")), uniquingKeysWith: { $1 })
        return declared.compactMap { fact -> Fact? in
            guard let value = stored[fact.key] else { return nil }
            switch fact.form {
            case .text: return Fact(LocalText(fact.label), value)
            case .number:
                return Fact(LocalText(fact.label), Self.number(value, language))
            case .choice(let choices):
                let label = choices.first { $0.value == value }?.label
                return Fact(LocalText(fact.label), label.map { LocalText($0).resolve(in: language) } ?? value)
            case .days:
                return Fact(
                    LocalText(fact.label),
                    Int(value).map { Strings.fact_days(count: $0).resolve(in: language) } ?? value)
            }
        }
    }
}
