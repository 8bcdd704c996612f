import Foundation

/// Where Roost is, which app this is, and where it keeps its files.
public struct ClientSettings: Sendable {
    /// The issuer, as the console shows it under “Apps”: `https://roost.example/accounts/roosterme`.
    public let issuer: String
    /// The app's id, as the console shows it under “Apps”.
    public let clientID: String
    /// The address to which the hosted page sends the person back, exactly as it is registered: `com.example.app:/back`.
    public let redirect: String
    /// A folder of the client's own, for cached answers, queued calls and synced tables. It is made when it is missing. On iOS choose
    /// one below Application Support: what lies under Caches may be deleted by the system while calls wait in it.
    public let folder: URL
    /// How long a call may take, its repetitions included, where the call itself doesn't say.
    public var deadline: Duration = .seconds(30)
    /// How often a call is sent before its caller hears that the server is not available.
    public var attempts = 4
    /// Bytes of cached answers on disk. The answer that was not used for longest makes room.
    public var cacheBytes = 20_000_000

    /// The origin of the service API, without a slash at its end.
    let origin: String

    /// - Throws: `SettingsFault` when the issuer is no `https` address (or `http` on this machine), or something is empty.
    public init(issuer: String, clientID: String, redirect: String, folder: URL) throws(SettingsFault) {
        guard let parts = URLComponents(string: issuer), let scheme = parts.scheme, let host = parts.host,
            !host.isEmpty,
            parts.query == nil, parts.fragment == nil, parts.user == nil, !issuer.hasSuffix("/")
        else { throw .issuer }
        // A token that travels in the open is everybody's.
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

/// Why settings can't be used. All of them are mistakes of the app's makers.
public enum SettingsFault: Error, Sendable {
    /// The issuer is no address as the console shows it.
    case issuer
    /// The issuer is an `http` address of another machine.
    case insecure
    case clientID
    case redirect
}
