import Console
import HTML
import Postgres
import Templates
import Web

/// One request: its deadline, its effect, the possible actions, and its steps.
struct ShowPrivacyRequest: Viewing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("privacyrequest") }

    func run(
        in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> (any Page, AuditEvent?) {
        let page = try PrivacyPageMaker(id: id).page(in: tx, by: actor, services)
        // While it is carried out, the page is fetched again every few seconds, and shows how far that is.
        guard !(page is ProgressPage) else { return (page, nil) }
        let user = try PrivacyRequest.one(id, in: tx).user
        return (
            page, AuditEvent(.userViewed, on: .user, user, changes: [.init("list", new: PrivacyRequestList.list.path)])
        )
    }
}

struct PrivacyPageMaker {
    var id: ID
    /// The notice at the top, if the page is the response to a request that failed.
    var notice: StringKey?
    var reasonError: StringKey?

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let request = try PrivacyRequest.one(id, in: tx)
        let hold = try tx.first(PrivacyQueries.hold(of: request.user))
        let named = try tx.first(UserQueries.one(request.user, zone: actor.tenant.zone))
        guard let named else { throw Refusal.notFound }
        let name = try named.text("name")
        let user = UserName.shown(name, try named.text("email"), actor.language)
        let here = actor.link("privacy/\(id)")
        var frame = actor.frame(
            Strings.privacy_of(kind: LocalText(request.kind.label), user: user), services, current: "privacy",
            crumb: (LocalText(Strings.privacy_title), actor.link("privacy")))
        if let notice { frame.flash = Flash(warning: LocalText(notice)) }
        if request.state == .running {
            return ProgressPage(
                request, frame,
                doing: LocalText(
                    request.kind == .erasure ? Strings.privacy_doing_erasure : Strings.privacy_doing_archive),
                soFar: request.kind == .erasure
                    ? Strings.privacy_erased_so_far(rows: request.gone)
                    : Strings.privacy_take_size(size: Formatted.bytes(request.bytes)), here: here)
        }
        let plan =
            request.kind == .erasure && request.state.isOpen
            ? try ErasurePlan(of: request.user, services.declarations, in: tx).rows.map { row($0, actor.language) } : []
        let charged =
            try plan.isEmpty ? nil : tx.first(PrivacyQueries.charged(request.user)).map { try $0.text("provider") }
        let trail = try ObjectTrail(of: id, kinds: [.privacyRequest], in: tx, by: actor, limit: 50)
        let page = PrivacyRequestPage(
            frame: frame, state: request.state.badge,
            overdue: request.isOverdue(at: actor.now) ? LocalText(Strings.privacy_overdue) : nil,
            hold: try hold.map {
                Strings.privacy_hold_note(name: try $0.text("set_by"), reason: try $0.text("reason"))
            },
            charges: charged.map { Strings.privacy_charges_go_on(provider: PaymentWords.provider($0, actor.language)) },
            unmailed: try unmailed(request, in: tx, services),
            facts: try facts(request, user, in: tx, by: actor), user: actor.link("users/\(request.user)"),
            plan: plan, acts: acts(request, isHeld: hold != nil, here, frame, actor),
            receipt: request.receipt.isEmpty ? nil : "\(here)/receipt",
            trail: try trail.card(Strings.privacy_steps, in: tx, by: actor, services))
        return page
    }

    /// Why nobody gets a link by mail, and what an admin does instead; nil if one is mailed, or if there is one already.
    private func unmailed(
        _ request: PrivacyRequest, in tx: borrowing TenantTransaction, _ services: Services
    ) throws -> LocalText? {
        guard request.kind == .access, request.state.isOpen, !request.isLinked else { return nil }
        guard services.mail != nil else { return LocalText(Strings.privacy_unmailed_no_mail) }
        guard request.source.isOfAccount else { return LocalText(Strings.privacy_unmailed_by_admin) }
        guard let mailbox = try tx.first(PrivacyQueries.mailbox(of: request.user)) else { return nil }
        guard try mailbox.bool("may_sign_in") else { return LocalText(Strings.privacy_unmailed_closed) }
        return try mailbox.bool("is_confirmed")
            ? nil : Strings.privacy_unmailed_unproven(email: try mailbox.text("email"))
    }

    private func facts(
        _ request: PrivacyRequest, _ user: String, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> [Fact] {
        let zone = actor.tenant.zone
        let times = try tx.first(
            "select \(request.receivedAt) at time zone \(zone) as received, \(request.dueAt) at time zone \(zone) as due"
        )
        let dates = DateStyle(actor.language)
        func day(_ column: StaticString) throws -> String {
            dates.dateTime(LocalTime(microseconds: Int(try times?.localTime(column) ?? 0)))
        }
        return [
            Fact(LocalText(Strings.user_user), user),
            Fact(LocalText(Strings.privacy_received), try day("received")),
            Fact(LocalText(Strings.privacy_due), try day("due")),
            Fact(LocalText(Strings.privacy_source), LocalText(request.source.label).resolve(in: actor.language)),
            Fact(LocalText(Strings.privacy_note), request.note),
        ]
    }

    private func row(_ row: ErasurePlan.Row, _ language: Language) -> PrivacyRequestPage.PlanRow {
        let fate: StringKey =
            switch row.fate {
            case .deleted: Strings.privacy_fate_deleted
            case .emptied: Strings.privacy_fate_emptied
            case .kept(.bookkeeping): Strings.privacy_fate_bookkeeping
            case .kept(.trail): Strings.privacy_fate_trail
            case .ofAll: Strings.privacy_fate_of_all
            }
        return .init(
            table: row.table, label: LocalText(row.label), rows: NumberStyle(language).integer(row.rows),
            fate: LocalText(fate))
    }

    private func acts(_ request: PrivacyRequest, isHeld: Bool, _ here: Link, _ frame: Frame, _ actor: Actor)
        -> PrivacyRequestPage.Acts
    {
        var acts = PrivacyRequestPage.Acts()
        guard actor.may(.handlePrivacy) else { return acts }
        func button(_ label: StringKey, _ icon: String, _ path: Link) -> ActButton {
            ActButton(LocalText(label), icon: frame.icon(icon), action: path, csrf: actor.session?.csrf ?? "")
        }
        func menu(_ label: StringKey, _ icon: String, _ path: Link, _ advice: StringKey, isDanger: Bool = false)
            -> ReasonMenu
        {
            let reason = Field(
                "reason", label: LocalText(Strings.user_reason), hint: LocalText(Strings.user_reason_hint),
                error: reasonError.map { LocalText($0) }, isRequired: true)
            return ReasonMenu(
                LocalText(label), icon: frame.icon(icon), advice: LocalText(advice),
                form: ReasonForm(action: path, csrf: actor.session?.csrf ?? "", reason: reason)
                    .prefixed(String(path.description.split(separator: "/").last ?? "") + "-"),
                confirm: LocalText(label), isDanger: isDanger)
        }
        switch request.kind {
        case .access:
            if request.state == .waiting || request.state == .ready {
                acts.buttons.append(
                    button(
                        request.state == .ready ? Strings.privacy_archive_again : Strings.privacy_archive_make,
                        "archive", "\(here)/archive"))
            }
            if request.hasArchive(at: actor.now) {
                acts.buttons.append(button(Strings.privacy_link_make, "key", "\(here)/link"))
            }
        case .erasure:
            if !isHeld, request.state == .waiting || request.state == .held {
                acts.menus.append(
                    menu(
                        Strings.privacy_erase, "trash", "\(here)/erasure", Strings.privacy_erase_advice, isDanger: true)
                )
            }
        }
        if request.state.isOpen, !request.isExtended {
            acts.menus.append(menu(Strings.privacy_extend, "clock", "\(here)/extension", Strings.privacy_extend_advice))
        }
        if request.isRefusable {
            acts.menus.append(menu(Strings.privacy_refuse, "close", "\(here)/refusal", Strings.privacy_refuse_advice))
        }
        return acts
    }
}

/// The signed receipt of an erasure, as a text file: ids, times and counts, nothing of the person.
struct ShowErasureReceipt: Viewing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("privacyrequest") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Served {
        let request = try PrivacyRequest.one(id, in: tx)
        guard !request.receipt.isEmpty else { throw Refusal.notFound }
        return .now(
            .download(Array(request.receipt.utf8), name: "receipt-\(id).txt", type: "text/plain; charset=utf-8"))
    }
}
