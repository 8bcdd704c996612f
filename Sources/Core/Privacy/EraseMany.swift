import Console
import HTML
import Postgres
import Templates
import Web

/// Waiting erasures, to be selected and started at once. That requires approval by a second admin in every tenant.
struct ShowErasures: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try ErasuresForm().page(in: tx, by: actor, services)
    }
}

struct EraseMany: Changing {
    static func isList(_ field: String) -> Bool { field == ErasuresForm.field }

    private let ticked: [ID]

    init(_ request: WebRequest) {
        ticked = Set(request.form.items.filter { $0.name == ErasuresForm.field }.compactMap { ID($0.value) }).sorted()
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard !ticked.isEmpty else {
            let error = LocalText(Strings.privacy_none_ticked)
            throw Refusal.form(try ErasuresForm(error: error).page(in: tx, by: actor, services))
        }
        // All are looked at before the first one begins: the page of a refusal shows each as it was.
        let found = try ticked.map { id in
            guard let row = try tx.first(PrivacyQueries.lock(id)) else { throw Refusal.notFound }
            return try PrivacyRequest(row)
        }
        let stopped = try found.filter { one in
            guard one.kind == .erasure, one.state == .waiting || one.state == .held else { return true }
            return try tx.first(PrivacyQueries.hold(of: one.user)) != nil
        }
        guard stopped.isEmpty else {
            let error = try Self.error(stopped, in: tx, by: actor, services)
            throw Refusal.changed(
                try ErasuresForm(ticked: Set(ticked), error: error).page(in: tx, by: actor, services))
        }
        for one in found { try EraseUser.begin(one, in: tx, by: actor, services) }
        // Each erasure is in the history of its user. The approval is required for all of them together.
        try services.trail.append(
            ticked.map { id in
                var event = AuditEvent(.erasureStarted, on: .privacyRequest, id)
                event.guardedAct = nil
                return event
            }, by: actor, in: tx)
        return Change(
            AuditEvent(
                .erasuresStarted, on: .privacyRequest,
                changes: [
                    .init("privacy_requests", new: ticked.map(\.description).joined(separator: " ")),
                    .init("users_due", new: String(ticked.count)),
                ]),
            next: .to(actor.link("privacy"), flash: Strings.privacy_erasure_begun))
    }
}

extension EraseMany {
    /// Says whose erasure a hold or somebody else's act stopped meanwhile: the page lists the others alone.
    private static func error(
        _ stopped: [PrivacyRequest], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> LocalText {
        let users = stopped.map(\.user)
        let names = try services.declarations.objectNames(of: .user, for: actor)?.read(
            Set(users), actor.language, in: tx)
        let list = users.map { "\u{2068}\(names?[$0] ?? $0.description)\u{2069}" }
        return Strings.privacy_many_stopped(users: list.joined(in: actor.language))
    }
}

struct ErasuresForm {
    static let field = "erasures"
    /// More than an admin checks one by one.
    private static let most = 100

    /// The requests that were ticked in a form that met another change: those that still wait stay ticked.
    var ticked: Set<ID> = []
    var error: LocalText?

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> ErasuresPage {
        let ticks = try tx.rows(PrivacyQueries.erasures(limit: Self.most)).map { row -> Ticks.Tick in
            let left = Int(try row.time("due_at").seconds - actor.now.seconds)
            let time = DurationStyle(actor.language).short(seconds: abs(left))
            let who = UserName.shown(try row.text("name"), try row.text("email"), actor.language)
            let id = try row.id("id")
            return .init(
                value: id.description,
                label: left < 0
                    ? Strings.privacy_one_overdue(user: who, time: time)
                    : Strings.privacy_one_due(user: who, time: time),
                isOn: ticked.contains(id))
        }
        return ErasuresPage(
            frame: actor.frame(
                LocalText(Strings.privacy_many), services, current: "privacy",
                crumb: (LocalText(Strings.privacy_title), actor.link("privacy"))),
            action: actor.link("privacy/erasures"),
            ticks: ticks.isEmpty
                ? nil
                : Ticks(
                    Self.field, label: LocalText(Strings.privacy_many_who), ticks: ticks,
                    error: error),
            cancel: actor.link("privacy"))
    }
}
