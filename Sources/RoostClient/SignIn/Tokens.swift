import Foundation

/// What the server gave at sign-in. Printed it shows none of it.
public struct Tokens: Codable, Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Of calls; lives 10 minutes.
    let access: String
    /// Gives a new pair, once; lives 30 days from its last use.
    let refresh: String
    /// By the device's clock. Where that is wrong, the server's refusal makes the client refresh.
    let accessEnds: Date
    /// Whose they are: the user's id in the service API.
    public let user: UUID
    let issuer: String
    let clientID: String

    init(
        access: String, refresh: String, accessEnds: Date, user: UUID, issuer: String, clientID: String
    ) {
        (self.access, self.refresh, self.accessEnds) = (access, refresh, accessEnds)
        (self.user, self.issuer, self.clientID) = (user, issuer, clientID)
    }

    /// From what the token endpoint answered at `now`.
    init(_ body: Data, _ settings: ClientSettings, now: Date) throws(SignInFault) {
        guard let given = try? JSON.oauth.decode(Given.self, from: body),
            given.tokenType.lowercased() == "bearer", let user = Self.user(of: given.accessToken)
        else { throw .unreadable }
        self.init(
            access: given.accessToken, refresh: given.refreshToken,
            accessEnds: now + Double(given.expiresIn), user: user, issuer: settings.issuer,
            clientID: settings.clientID)
    }

    private struct Given: Decodable {
        let accessToken: String
        let refreshToken: String
        let tokenType: String
        let expiresIn: Int
    }

    /// The token came from its issuer by TLS, so its signature is nothing that an app has to check.
    private static func user(of token: String) -> UUID? {
        struct Claims: Decodable { let sub: String }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]) else { return nil }
        return (try? JSONDecoder().decode(Claims.self, from: payload)).flatMap { UUID(uuidString: $0.sub) }
    }

    public var description: String { "tokens of \(user)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}
