import Console
import Postgres
import Secrets
import Web

/// A browser in which a user has signed in before. The account's back-off doesn't apply to it, so attempts by others
/// don't lock the user out. The cookie is authenticated by a MAC and needs no table; it counts for half a year, and
/// until the password changes.
struct KnownBrowser: Sendable {
    private static let cookie = "roost-user"
    private static let days: Int64 = 180

    private let text: String
    private let made: Int64
    private let mark: [UInt8]

    init?(_ request: WebRequest) {
        let parts = request.cookie(Cookie.name(Self.cookie, isSecure: request.isSecure))?.split(separator: ".") ?? []
        guard parts.count == 3, Token(parts[0]) != nil, let made = Int64(parts[1]),
            let mark = Base64.url.decode(parts[2].utf8), made > request.now.seconds - Self.days * 86_400
        else { return nil }
        (text, self.made, self.mark) = (String(parts[0]), made, mark)
    }

    /// The key by which the attempts of this browser are counted; nil if it has not signed in to this account.
    func device(of user: ID, in tenant: ID, since changed: Timestamp, _ keys: InstallationKeys) -> String? {
        let right = Self.mark(text, made, user, tenant, changed, keys)
        return constantTimeEqual(right, mark) ? "\(tenant) \(text)" : nil
    }

    static func remember(
        _ user: ID, in tenant: ID, since changed: Timestamp, _ request: WebRequest, _ keys: InstallationKeys
    ) -> Cookie {
        let text = Token.random().text
        let mark = mark(text, request.now.seconds, user, tenant, changed, keys)
        return Cookie(
            name: cookie, value: "\(text).\(request.now.seconds).\(Base64.url.encode(mark))",
            isSecure: request.isSecure, maxAgeSeconds: Int(days * 86_400))
    }

    private static func mark(
        _ text: String, _ made: Int64, _ user: ID, _ tenant: ID, _ changed: Timestamp, _ keys: InstallationKeys
    ) -> [UInt8] {
        MAC.hmac(Array("browser \(tenant) \(user) \(changed.microseconds) \(made) \(text)".utf8), key: keys.accounts)
    }
}
