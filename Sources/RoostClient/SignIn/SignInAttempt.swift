import Foundation

/// One attempt to sign in. The app opens `address` in a browser (on iOS in an `ASWebAuthenticationSession`), and passes
/// the address to which the browser is redirected to `RoostClient.finishSignIn`.
///
/// An app that may be ended while the browser is open can store the attempt; until it is finished it is a secret.
public struct SignInAttempt: Codable, Sendable {
    /// The address of the hosted page.
    public let address: URL
    /// The state, which the server sends back unchanged: so no other response is taken for this attempt's.
    let state: String
    /// The verifier, without which the code is worthless (PKCE, RFC 7636).
    let verifier: String
    let redirect: String

    init(
        _ settings: ClientSettings, redirect: String?, hint: String?, language: String?,
        _ environment: ClientEnvironment
    ) throws(SettingsFault) {
        state = Base64URL.encode(environment.random(24))
        verifier = Base64URL.encode(environment.random(32))
        self.redirect = redirect ?? settings.redirect
        var form = [
            ("response_type", "code"), ("client_id", settings.clientID), ("redirect_uri", self.redirect),
            ("state", state), ("code_challenge", Base64URL.encode(SHA256.hash(Array(verifier.utf8)))),
            ("code_challenge_method", "S256"),
        ]
        if let hint { form.append(("login_hint", hint)) }
        if let language { form.append(("ui_locales", language)) }
        guard let address = URL(string: settings.issuer + "/authorize?" + FormText.encode(form)) else { throw .issuer }
        self.address = address
    }

    /// Returns the code in the address to which the hosted page redirected.
    func code(from callback: URL, issuer: String) throws(SignInFault) -> String {
        let text = callback.absoluteString
        func place(_ text: String) -> Substring { text.prefix { $0 != "?" && $0 != "#" } }
        guard place(text) == place(redirect) else { throw .foreignAnswer }
        var answer: [String: String] = [:]
        for (name, value) in FormText.decode(callback) {
            // If a parameter has two values, it is unclear which one is meant.
            guard answer.updateValue(value, forKey: name) == nil else { throw .foreignAnswer }
        }
        // Checked first: another page may have sent this address (RFC 6749, 10.12; RFC 9207).
        guard answer["state"] == state, answer["iss"] == issuer else { throw .foreignAnswer }
        if let error = answer["error"] { throw .refused(error, answer["error_description"] ?? "") }
        guard let code = answer["code"], !code.isEmpty else { throw .foreignAnswer }
        return code
    }
}

/// The reason why a sign-in failed.
public enum SignInFault: Error, Sendable, Equatable {
    /// The address does not answer this attempt, but another one, another issuer or none. It was ignored.
    case foreignAnswer
    /// The server refuses: OAuth's word (`invalid_grant`, `temporarily_unavailable`, …) and a sentence in English.
    case refused(String, String)
    /// The response is no pair of tokens.
    case unreadable
}

/// `application/x-www-form-urlencoded`, of bodies and of addresses.
enum FormText {
    static func encode(_ form: [(String, String)]) -> String {
        form.map { "\($0.0.inPath)=\($0.1.inPath)" }.joined(separator: "&")
    }

    static func decode(_ address: URL) -> [(String, String)] {
        let query = URLComponents(url: address, resolvingAgainstBaseURL: false)?.percentEncodedQuery ?? ""
        return query.split(separator: "&").compactMap { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            func plain(_ text: Substring) -> String? {
                text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
            }
            guard let name = plain(pair[0]), let value = pair.count > 1 ? plain(pair[1]) : "" else { return nil }
            return (name, value)
        }
    }
}
