import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// The pages on which users sign up and sign in: with the tenant's name, icon, colour and languages, without scripts.
enum HostedPages {
    /// `here` is the link of this page, from which the links to other languages are made.
    static func frame(_ title: LocalText, here: Link, _ visit: HostedVisit, _ services: Services) -> HostedFrame {
        let tenant = visit.tenant
        return HostedFrame(
            title: title, place: tenant.name,
            mark: Mark(
                name: tenant.name, accentClass: Accent.className(tenant.accent),
                icon: tenant.icon.map { "\(visit.link("icon"))/\($0)" }),
            assets: services.assets,
            languages: visit.languages.map { language in
                LanguageLink(
                    LanguageChoice(
                        code: language.code, name: language.nameInItself, isCurrent: language == visit.language),
                    link: (visit.preview?.link ?? here).with(query: [("lang", language.code)]))
            })
    }

    /// A form. It is sent to `action`; with GET the same address shows the page. If the tenant has words of its `own` for
    /// the page, they replace the title and the first sentence.
    static func form(
        _ title: LocalText, lead: LocalText?, _ fields: [Field], button: StringKey, action: Link,
        message: LocalText? = nil, asides: [HostedLink] = [], acts: [HostedLink] = [],
        status: HTTPResponse.Status = .ok, own: HostedWords.Said? = nil, _ visit: HostedVisit, _ services: Services
    ) -> WebResponse {
        if let preview = visit.preview {
            let page = HostedFormPage(
                frame: frame(own?.title ?? title, here: preview.link, visit, services), lead: own?.lead ?? lead,
                message: nil, action: preview.link, csrf: "", fields: fields, button: LocalText(button),
                asides: [], isPreview: true)
            return .page(page, in: visit.language)
        }
        let (secret, csrf) = OpenPages.token(visit.request, services)
        let page = HostedFormPage(
            frame: frame(own?.title ?? title, here: action, visit, services), lead: own?.lead ?? lead,
            message: message, action: action, csrf: csrf, fields: fields, button: LocalText(button), acts: acts,
            asides: asides)
        return OpenPages.page(page, secret: secret, visit.request, in: visit.language, status: status)
    }

    static func message(
        _ title: LocalText, _ text: LocalText, next: HostedLink? = nil, here: Link,
        status: HTTPResponse.Status = .ok, _ visit: HostedVisit, _ services: Services
    ) -> WebResponse {
        let page = HostedMessagePage(frame: frame(title, here: here, visit, services), message: text, next: next)
        return .page(page, in: visit.language, status: status)
    }

    /// Redirects to an address of an app, outside this server.
    static func toApp(_ location: String) -> WebResponse {
        WebResponse(status: .seeOther, headers: [.location: location, .cacheControl: "no-store"])
    }

    // MARK: Fields

    static func email(
        _ value: String, name: String = "email", label: StringKey = Strings.sign_in_email, error: StringKey? = nil,
        autocomplete: String = "username", hasFocus: Bool
    ) -> Field {
        Field(
            name, label: LocalText(label), value: value, type: "email", error: error.map { LocalText($0) },
            autocomplete: autocomplete, inputMode: "email", isRequired: true, hasFocus: hasFocus, isLatin: true)
    }

    static func password(error: StringKey? = nil, hasFocus: Bool) -> Field {
        Field(
            "password", label: LocalText(Strings.sign_in_password), type: "password",
            error: error.map { LocalText($0) }, autocomplete: "current-password", isRequired: true, hasFocus: hasFocus)
    }

    static func newPassword(_ visit: HostedVisit, error: LocalText?, hasFocus: Bool) -> Field {
        Field(
            "password", label: LocalText(Strings.sign_in_new_password), type: "password",
            hint: Strings.sign_in_password_hint(min: visit.passwordLeast), error: error, autocomplete: "new-password",
            isRequired: true, hasFocus: hasFocus)
    }

    // MARK: Errors

    /// Runs the form's action. If the server is too busy or the database fails, shows the form again with the reason.
    static func attempt(
        _ visit: HostedVisit, _ services: Services, again: (LocalText, HTTPResponse.Status) -> WebResponse,
        _ work: () async throws -> WebResponse
    ) async throws -> WebResponse {
        guard OpenPages.isGenuine(visit.request, services) else {
            return again(LocalText(Strings.sign_in_expired), .forbidden)
        }
        do {
            return try await work()
        } catch {
            let trouble: DatabaseTrouble? = error is WorkGate.Refusal ? .busy : DatabaseTrouble(error)
            guard let trouble else { throw error }
            services.logger.error(
                "hosted page", metadata: ["request": "\(visit.request.id)", "cause": "\(error)"])
            return again(LocalText(trouble.words.advice), .serviceUnavailable).retry(after: trouble.retryAfterSeconds)
        }
    }
}
