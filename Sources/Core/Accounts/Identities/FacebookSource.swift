import Console
import Crypto
import HTML
import JSON
import Postgres
import Secrets
import Web

/// Facebook, which supports OAuth, but no OpenID Connect on the web: the code becomes an access token, of which
/// Facebook tells the app and the user, and then the user's name and e-mail.
struct FacebookSource: IdentitySource {
    let settings: IdentitySettings
    let access: IdentityAccess

    /// Its user ids differ for each app.
    var issuer: String { "https://www.facebook.com" }

    func authorization(_ secrets: FlowSecrets, back: String, language: Language) async throws(IdentityProblem) -> Link {
        guard let link = Link(externalHTTPS: access.addresses.facebook + "/dialog/oauth") else {
            throw .unreachable("Facebook has no address")
        }
        return link.with(query: [
            ("response_type", "code"), ("client_id", settings["client_id"]), ("redirect_uri", back),
            ("state", secrets.state), ("scope", "public_profile,email"),
        ])
    }

    func identity(
        _ answer: IdentityAnswer, _ secrets: FlowSecrets, back: String
    ) async throws(IdentityProblem) -> ProvenIdentity {
        guard answer.issuer.map({ $0 == issuer }) ?? true else { throw .untrusted("the answer is of another issuer") }
        let (app, secret) = (settings["client_id"], settings["client_secret"])
        let given = try await ask(
            "/oauth/access_token",
            form: [("client_id", app), ("client_secret", secret), ("redirect_uri", back), ("code", answer.code)])
        guard let token = given["access_token"]?.text else { throw .untrusted("Facebook gave no token for the code") }
        // A token of another app would let users of that app sign in here.
        let checked = try await ask(
            "/debug_token", query: [("input_token", token), ("access_token", "\(app)|\(secret)")])["data"]
        guard checked?["is_valid"] == true, checked?["app_id"]?.text == app, let subject = checked?["user_id"]?.text
        else {
            throw .untrusted("Facebook's token is of another app, or good for nothing")
        }
        let proof = Hex.encode(MAC.hmac(Array(token.utf8), key: SymmetricKey(data: Array(secret.utf8))))
        let person = try await ask(
            "/me", query: [("fields", "id,name,email"), ("access_token", token), ("appsecret_proof", proof)])
        guard person["id"]?.text == subject,
            let told = ProvenIdentity(
                issuer: issuer, told: subject, email: person["email"]?.text, name: person["name"]?.text)
        else { throw .untrusted("Facebook's token is somebody else's") }
        return told
    }

    private func ask(
        _ path: String, query: [(String, String)] = [], form: [(String, String)]? = nil
    ) async throws(IdentityProblem) -> JSONText {
        let asked =
            query.isEmpty
            ? "" : "?" + String(decoding: Query(query.map { (name: $0.0, value: $0.1) }).urlEncoded, as: UTF8.self)
        let (status, body) = try await access.ask(access.addresses.graph + path + asked, form: form)
        guard status == 200, let told = try? JSONReader.read(body) else {
            throw .untrusted("Facebook answered \(status) at \(path)")
        }
        return told
    }
}
