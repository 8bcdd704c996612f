import HTML
import HTTPTypes
import Secrets
import Templates
import Web

/// The part that all pages before authentication share: their frame, their language, and a cookie that binds their
/// forms to the browser.
package enum OpenPages {
    package static let cookie = "roost-door"
    private static let languageCookie = "roost-lang"

    /// `?lang=` comes first, then the language chosen earlier, then the one that the browser prefers.
    package static func language(of request: WebRequest) -> Language { chosenLanguage(of: request) ?? request.language }

    /// nil if no language was chosen.
    static func chosenLanguage(of request: WebRequest) -> Language? {
        if let requested = request.query["lang"].flatMap({ Language(code: $0) }) { return requested }
        return request.cookie(Cookie.name(languageCookie, isSecure: request.isSecure)).flatMap { Language(code: $0) }
    }

    package static func frame(_ title: LocalText, here: Link, language: Language, _ services: Services) -> SignInFrame {
        SignInFrame(
            title: title, assets: services.assets,
            languages: Language.allCases.map {
                LanguageChoice(code: $0.code, name: $0.nameInItself, isCurrent: $0 == language)
            }, here: here)
    }

    /// Redirects to the sign-in page a request whose session is missing or has ended.
    package static func signIn(after request: WebRequest) -> WebResponse {
        var response = WebResponse.redirect(
            to: Authentication.token(of: request) == nil ? "/sign-in" : Link("/sign-in").with(query: [("ended", "1")]))
        if Authentication.token(of: request) != nil {
            response.setCookie(
                Cookie(name: Authentication.cookie, value: "", isSecure: request.isSecure, maxAgeSeconds: 0))
        }
        if let back = Wanted(request) { response.setCookie(back.cookie(isSecure: request.isSecure)) }
        return response
    }

    /// Returns the secret to which this browser's forms before sign-in are bound, and the token for the form.
    package static func token(_ request: WebRequest, _ services: Services) -> (secret: Token, csrf: String) {
        let kept = request.cookie(Cookie.name(cookie, isSecure: request.isSecure)).flatMap { Token($0) }
        let secret = kept ?? Token.random()
        return (secret, services.keys.csrfToken(for: secret.text))
    }

    /// Stores the chosen language for the next pages, for a year unless it says otherwise. It is no secret, and comes along when a mail or
    /// another site leads back here.
    package static func keep(
        _ language: Language, in response: inout WebResponse, _ request: WebRequest, seconds: Int = 31_536_000
    ) {
        response.setCookie(
            Cookie(
                name: languageCookie, value: language.code, isSecure: request.isSecure, maxAgeSeconds: seconds,
                followsLinks: true))
    }

    /// A page with a message for a client without a session, and a link to the sign-in page.
    package static func message(
        _ message: StringKey, under title: StringKey, linkLabel: StringKey? = Strings.sign_in_to_sign_in,
        status: HTTPResponse.Status, _ request: WebRequest, _ services: Services
    ) -> WebResponse {
        let language = Self.language(of: request)
        let page = SignInMessagePage(
            frame: frame(LocalText(title), here: "/sign-in", language: language, services),
            message: LocalText(message),
            next: linkLabel.map { .init(link: "/sign-in", label: LocalText($0)) })
        return .page(page, in: language, status: status)
    }

    /// A page with a form: the response sets the cookie to which its token is bound. `language`: if it is not the one
    /// that the console would choose.
    package static func page(
        _ page: some Page, secret: Token, _ request: WebRequest, in language: Language? = nil,
        status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        let language = language ?? Self.language(of: request)
        var response = WebResponse.page(page, in: language, status: status)
        response.setCookie(Cookie(name: cookie, value: secret.text, isSecure: request.isSecure))
        if request.query["lang"] != nil { keep(language, in: &response, request) }
        return response
    }

    /// True if the form came from a page that this browser got from us, not from another site.
    package static func isGenuine(_ request: WebRequest, _ services: Services) -> Bool {
        guard !request.isCrossSite, request.form.repeated.isEmpty,
            let secret = request.cookie(Cookie.name(cookie, isSecure: request.isSecure)).flatMap({ Token($0) })
        else { return false }
        return services.keys.isCSRFToken(request.form["csrf"] ?? "", for: secret.text)
    }
}
