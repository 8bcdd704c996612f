import Secrets
import Web

/// The browser in which a sign-in with a provider began. What comes back to another one counts for nothing: else somebody could have
/// another person finish what they began.
struct FlowBrowser: Sendable {
    private static let cookie = "roost-identity"

    private let token: Token

    /// nil: nothing began in it.
    init?(_ request: WebRequest) {
        let name = Cookie.name(Self.cookie, isSecure: request.isSecure)
        guard let token = request.cookie(name).flatMap({ Token($0) }) else { return nil }
        self.token = token
    }

    private init(_ token: Token) { self.token = token }

    /// The same for all that begins in a browser, so that two tabs don't disturb each other.
    static func of(_ request: WebRequest) -> FlowBrowser { FlowBrowser(request) ?? FlowBrowser(.random()) }

    var hash: [UInt8] { token.hash }

    /// It comes along when the provider, or a reader of mail, sends the person back: by a link from another site. It outlives the
    /// browser's window, since a mail is often opened in a new one.
    func cookie(_ request: WebRequest) -> Cookie {
        Cookie(
            name: Self.cookie, value: token.text, isSecure: request.isSecure,
            maxAgeSeconds: Int(IdentityFlow.seconds), followsLinks: true)
    }
}
