import Console
import HTML
import Secrets
import Templates
import Web

/// The same recovery codes in another language. They are stored nowhere in clear, so the page that shows them sends them along; what
/// is shown is what the browser has sent, and nothing else is done.
enum RecoveryCodesAgain {
    /// Where one goes on from the page.
    private static let ways: [Link] = ["/", "/account"]

    static func show(_ request: WebRequest, _ services: Services) async -> WebResponse {
        let codes = request.form.items.filter { $0.name == "code" }.map(\.value)
        guard !request.isCrossSite, (1...RecoveryCodes.count).contains(codes.count),
            codes.allSatisfy({ RecoveryCodes.normalise($0) != nil }),
            let next = ways.first(where: { $0.description == request.form["next"] })
        else { return .redirect(to: "/") }
        let language = request.form["lang"].flatMap { Language(code: $0) } ?? OpenPages.language(of: request)
        let page = RecoveryCodesPage(
            frame: OpenPages.frame(
                LocalText(Strings.sign_in_recovery_title), here: next, language: language, services),
            codes: codes, next: next)
        var response = WebResponse.page(page, in: language)
        response.setCookie(
            Cookie(
                name: OpenPages.languageCookie, value: language.code, isSecure: request.isSecure,
                maxAgeSeconds: 31_536_000))
        return response
    }
}
