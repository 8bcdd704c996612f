import Foundation

/// The tokens of a session. Its printed form contains none of them.
public struct Tokens: Codable, Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The access token for calls; it is valid for 10 minutes.
    let access: String
    /// The refresh token, which gives a new pair once; it is valid for 30 days from its last use.
    let refresh: String
    /// The end of the access token by the device's clock. If that is wrong, the server's refusal makes the client
    /// refresh.
    let accessEnds: Date
    /// The user's id in the service API.
    public let user: UUID
    let issuer: String
    let clientID: String

    init(
        access: String, refresh: String, accessEnds: Date, user: UUID, issuer: String, clientID: String
    ) {
        (self.access, self.refresh, self.accessEnds) = (access, refresh, accessEnds)
        (self.user, self.issuer, self.clientID) = (user, issuer, clientID)
    }

    /// Reads the token endpoint's response of the time `now`.
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

    /// The token came from its issuer by TLS, so an app need not check its signature.
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
