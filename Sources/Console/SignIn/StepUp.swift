import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// Step-up authentication: an important act requires the second step again if the last one is older than five
/// minutes. `.stepUp` on the route's line marks such acts.
package enum StepUp {
    package static let seconds: Int64 = 300
    package static let field = "step_up_code"
    /// The act, for when the page is shown again.
    package static let actField = "step_up_act"

    package static func isDue(_ actor: Actor) -> Bool {
        guard let confirmed = actor.session?.confirmedAt else { return true }
        return actor.now.seconds - confirmed.seconds > seconds
    }

    // MARK: The page

    /// The input for the six digits or a recovery code.
    package static func codeField(hint: StringKey? = nil, error: StringKey? = nil) -> Field {
        Field(
            "code", label: LocalText(Strings.sign_in_code), type: "text", hint: hint.map { LocalText($0) },
            error: error.map { LocalText($0) },
            autocomplete: "one-time-code", inputMode: "numeric", isRequired: true, hasFocus: true, isLatin: true)
    }

    /// The page that requests the code and names the act: `act` is its audit action. A form is sent to its original
    /// address with all its fields; for a page or a file, the browser is redirected to it afterwards.
    package static func page(
        _ route: Route, _ request: WebRequest, act: AuditAction? = nil, error: StringKey? = nil, by actor: Actor,
        _ services: Services
    ) -> StepUpPage {
        let isForm = route.method == .post
        let here = route.link(request)
        let carried =
            isForm
            ? request.form.items.filter { !["csrf", field, actField].contains($0.name) }.map {
                HiddenValue($0.name, $0.value)
            }
            : []
        return page(
            action: isForm ? here : "/step-up", carried + (isForm ? [] : target(here, isFile: route.isFile)),
            hasTyped: isForm, act: act ?? request.form[actField].flatMap { AuditAction(id: $0) },
            cancel: route.pageAbove(request, services), error: error, by: actor, services)
    }

    package static func page(
        action: Link, _ hidden: [HiddenValue], hasTyped: Bool, act: AuditAction?, cancel: Link, error: StringKey?,
        by actor: Actor, _ services: Services
    ) -> StepUpPage {
        var code = codeField(hint: Strings.sign_in_code_hint, error: error)
        code.name = field
        return StepUpPage(
            frame: actor.frame(LocalText(Strings.stepup_title), services), action: action,
            hidden: hidden + (act.map { [HiddenValue(actField, $0.id)] } ?? []), code: code, hasTyped: hasTyped,
            act: act.map { LocalText($0.intent) }, cancel: cancel)
    }

    package static func target(_ link: Link, isFile: Bool) -> [HiddenValue] {
        [HiddenValue("to", link.description)] + (isFile ? [HiddenValue("file", "1")] : [])
    }

    // MARK: Checking

    /// Uses the code up, ends the session and starts its successor, all in `tx`. Returns nil if the code is wrong,
    /// which is counted and recorded. The new session ends when the old one would have.
    package static func confirm(
        _ code: String, request: WebRequest, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> NewSession? {
        guard let admin = actor.id, let session = actor.session else { throw Refusal.notAllowed }
        guard try SecondStep(keys: services.keys).use(code, of: admin, now: actor.now, in: tx) != .wrong else {
            return nil
        }
        return try NewSession.renew(session.tokenHash, request: request, in: tx)
    }
}

extension Route {
    /// The nearest page above the act, for an admin who cancels.
    package func pageAbove(_ request: WebRequest, _ services: Services) -> Link {
        var parts = pattern.split(separator: "/").map(String.init)
        if isFile, let last = parts.popLast() { parts.append(String(last.prefix { $0 != "." })) }
        let pages = Set(
            services.declarations.routes.filter { $0.method == .get && !$0.isFile }.map(\.pattern))
        while !parts.isEmpty, !pages.contains("/" + parts.joined(separator: "/")) { parts.removeLast() }
        return Link(
            segments: parts.map { $0.first == ":" ? request.parameters[String($0.dropFirst())] ?? "" : $0 })
    }

    /// The address of a request, built from the route's own parts.
    package func link(_ request: WebRequest) -> Link {
        let parts = pattern.split(separator: "/").map { part in
            part.first == ":" ? request.parameters[String(part.dropFirst())] ?? "" : String(part)
        }
        return Link(segments: parts).with(query: request.query.items.map { ($0.name, $0.value) })
    }
}

/// Checks the code for a page or a file, and redirects to it.
package struct ConfirmIdentity: Changing {
    package let request: WebRequest
    package let code: String
    package let to: Link
    package let isFile: Bool
    private let act: AuditAction?

    package init(_ request: WebRequest) throws {
        self.request = request
        code = request.form.trimmed(StepUp.field) ?? ""
        guard let to = request.form["to"].flatMap({ Link(pathOfThisHost: $0) }) else { throw Refusal.notFound }
        self.to = to
        isFile = request.form["file"] == "1"
        act = request.form[StepUp.actField].flatMap { AuditAction(id: $0) }
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        func page(_ error: StringKey) -> StepUpPage {
            StepUp.page(
                action: "/step-up", StepUp.target(to, isFile: isFile), hasTyped: false, act: act, cancel: back,
                error: error, by: actor, services)
        }
        guard !code.isEmpty else { throw Refusal.form(page(Strings.error_required)) }
        guard let session = try StepUp.confirm(code, request: request, in: tx, by: actor, services) else {
            try services.trail.append(
                AuditEvent(.adminConfirmationFailed, on: .admin, admin, name: actor.name), by: actor, in: tx)
            // The refusal rolls back, but the counted attempt must stay, since it slows guessing down.
            try tx.connection.commit()
            throw Refusal.form(page(Strings.error_code))
        }
        var successor = actor
        successor.session?.csrf = services.keys.csrfToken(for: session.token.text)
        return Change(
            AuditEvent(.adminConfirmed, on: .session, session.id, name: actor.name),
            next: isFile
                ? .page(
                    StepUpDonePage(
                        frame: successor.frame(LocalText(Strings.stepup_done_title), services), file: to, back: back),
                    thenTo: to)
                : .to(to),
            cookies: [session.cookie])
    }

    /// The tenant's home page, or the console's.
    private var back: Link {
        let parts = to.description.split(separator: "/")
        return parts.count > 1 && parts[0] == "t" ? Link(segments: parts.prefix(2).map(String.init)) : "/tenants"
    }
}
