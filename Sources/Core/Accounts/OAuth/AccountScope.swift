/// The data about the user that an app may request, by OpenID Connect's names.
enum AccountScope: String, CaseIterable, Sendable {
    case openid, profile, email
    case offline = "offline_access"

    /// Reads a space-separated list and returns the known scopes, each once. Others are not granted, and the response
    /// says so (RFC 6749, 3.3).
    static func read(_ text: String) -> [AccountScope] {
        let named = text.split(separator: " ")
        return allCases.filter { scope in named.contains { $0 == scope.rawValue } }
    }

    static func stored(_ names: [String]) -> [AccountScope] { allCases.filter { names.contains($0.rawValue) } }
}

extension [AccountScope] {
    var names: [String] { map(\.rawValue) }
    var text: String { names.joined(separator: " ") }
}
