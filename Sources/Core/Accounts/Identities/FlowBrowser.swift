import Secrets
import Web

/// The browser in which a flow began. A return in another browser is ignored: otherwise an attacker could make a victim
/// finish a flow that the attacker has begun.
struct FlowBrowser: Sendable {
    private static let cookie = "roost-identity"

    private let token: Token

    /// nil: no flow began in the browser.
    init?(_ request: WebRequest) {
        let name = Cookie.name(Self.cookie, isSecure: request.isSecure)
        guard let token = request.cookie(name).flatMap({ Token($0) }) else { return nil }
        self.token = token
    }

    private init(_ token: Token) { self.token = token }

    /// Returns one value for all flows of a browser, so that two tabs don't disturb each other.
    static func of(_ request: WebRequest) -> FlowBrowser { FlowBrowser(request) ?? FlowBrowser(.random()) }

    var hash: [UInt8] { token.hash }

    /// The cookie is sent when the provider, or a mail program, leads the person back by a link from another site. It
    /// survives the browser's window, since a mailed link is often opened in a new one.
    func cookie(_ request: WebRequest) -> Cookie {
        Cookie(
            name: Self.cookie, value: token.text, isSecure: request.isSecure,
            maxAgeSeconds: Int(IdentityFlow.seconds), followsLinks: true)
    }
}
