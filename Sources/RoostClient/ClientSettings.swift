import Foundation

/// The address of Roost, the app's id and the folder for its files.
public struct ClientSettings: Sendable {
    /// The issuer, as the console shows it under “Apps”: `https://roost.example/accounts/roosterme`.
    public let issuer: String
    /// The app's id, as the console shows it under “Apps”.
    public let clientID: String
    /// The address to which the hosted page sends the person back, exactly as it is registered: `com.example.app:/back`.
    public let redirect: String
    /// A folder of the client's own, for cached responses, queued calls and synced tables. The client makes it if it is
    /// missing. On iOS choose one below Application Support: the system may delete files below Caches while calls wait
    /// in them.
    public let folder: URL
    /// How long a call may take, including its repetitions, if the call itself names no deadline.
    public var deadline: Duration = .seconds(30)
    /// How long a sign-out waits for the server. Nobody looks at a page that signs out for half a minute.
    public var signOutDeadline: Duration = .seconds(10)
    /// The number of attempts before a call fails because the server is not available.
    public var attempts = 4
    /// The limit of cached responses on disk, in bytes. The least recently used one is evicted.
    public var cacheBytes = 20_000_000

    /// The origin of the service API, without a slash at its end.
    let origin: String

    /// - Throws: `SettingsFault` when the issuer is no `https` address (or `http` on this machine), or something is empty.
    public init(issuer: String, clientID: String, redirect: String, folder: URL) throws(SettingsFault) {
        guard let parts = URLComponents(string: issuer), let scheme = parts.scheme, let host = parts.host,
            !host.isEmpty,
            parts.query == nil, parts.fragment == nil, parts.user == nil, !issuer.hasSuffix("/")
        else { throw .issuer }
        // An unencrypted connection would reveal the token.
        guard scheme == "https" || scheme == "http" && ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host) else {
            throw .insecure
        }
        guard !clientID.isEmpty else { throw .clientID }
        guard redirect.contains(":") else { throw .redirect }
        var origin = URLComponents()
        (origin.scheme, origin.percentEncodedHost, origin.port) = (scheme, parts.percentEncodedHost, parts.port)
        guard let origin = origin.string else { throw .issuer }
        (self.issuer, self.clientID, self.redirect, self.folder) = (issuer, clientID, redirect, folder)
        self.origin = origin
    }
}

/// The reason why settings can't be used: a mistake of the app's developers.
public enum SettingsFault: Error, Sendable {
    /// The issuer is not an address as the console shows it.
    case issuer
    /// The issuer is an `http` address of another machine.
    case insecure
    case clientID
    case redirect
}
