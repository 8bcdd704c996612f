import Console
import HTML
import Secrets
import Templates
import Web

/// Shows the same recovery codes in another language. They are stored nowhere in clear text, so the page that shows
/// them sends them along; the response shows what the browser has sent, and does nothing else. A token made from the
/// codes proves that they came from here: so nobody can have codes of their own choice shown to another person.
enum RecoveryCodesAgain {
    /// The pages to which the page may lead.
    private static let ways: [Link] = ["/", "/account"]

    static func token(_ codes: [String], _ services: Services) -> String {
        services.keys.csrfToken(for: secret(codes))
    }

    /// No secret of a session or of a sign-in cookie contains a space.
    private static func secret(_ codes: [String]) -> String { "recovery codes " + codes.joined(separator: " ") }

    static func show(_ request: WebRequest, _ services: Services) async -> WebResponse {
        let codes = request.form.items.filter { $0.name == "code" }.map(\.value)
        guard !request.isCrossSite, services.keys.isCSRFToken(request.form["csrf"] ?? "", for: secret(codes)) else {
            return OpenPages.message(
                Strings.sign_in_expired, under: Strings.sign_in_recovery_title, status: .forbidden, request, services)
        }
        guard (1...RecoveryCodes.count).contains(codes.count),
            codes.allSatisfy({ RecoveryCodes.normalise($0) != nil }),
            let next = ways.first(where: { $0.description == request.form["next"] })
        else { return .redirect(to: "/") }
        let language = request.form["lang"].flatMap { Language(code: $0) } ?? OpenPages.language(of: request)
        let page = RecoveryCodesPage(
            frame: OpenPages.frame(
                LocalText(Strings.sign_in_recovery_title), here: next, language: language, services),
            codes: codes, token: token(codes, services), next: next)
        var response = WebResponse.page(page, in: language)
        OpenPages.keep(language, in: &response, request)
        return response
    }
}
