import Console
import HTML
import Secrets
import Templates

/// The providers with which a tenant's users may sign in. The raw value is stored and is part of addresses: cases are
/// added, never renamed.
package enum IdentityProvider: String, CaseIterable, Sendable {
    case apple, google, facebook
    /// Any OpenID Connect issuer.
    case oidc

    var label: StringKey {
        switch self {
        case .apple: Strings.identity_apple
        case .google: Strings.identity_google
        case .facebook: Strings.identity_facebook
        case .oidc: Strings.identity_oidc
        }
    }

    var advice: StringKey {
        switch self {
        case .apple: Strings.identity_apple_advice
        case .google: Strings.identity_google_advice
        case .facebook: Strings.identity_facebook_advice
        case .oidc: Strings.identity_oidc_advice
        }
    }

    static func words(_ text: String, _ language: Language) -> String {
        IdentityProvider(rawValue: text).map { LocalText($0.label).resolve(in: language) } ?? text
    }

    /// The settings that a tenant must enter before the provider can be used.
    var fields: [ProviderField] {
        switch self {
        case .apple:
            [
                clientID(Strings.identity_services_id_hint),
                ProviderField("team_id", Strings.identity_team_id, hint: Strings.identity_team_id_hint) {
                    Self.isAppleID($0) ? nil : Strings.error_apple_id
                },
                ProviderField("key_id", Strings.identity_key_id, hint: Strings.identity_key_id_hint) {
                    Self.isAppleID($0) ? nil : Strings.error_apple_id
                },
                ProviderField(
                    "private_key", Strings.identity_private_key, hint: Strings.identity_private_key_hint,
                    isSecret: true, isLong: true, most: 2000
                ) { TokenKey(id: "", pem: $0) == nil ? Strings.error_apple_key : nil },
            ]
        case .google, .facebook: [clientID(Strings.identity_client_id_hint), clientSecret]
        case .oidc:
            [
                ProviderField(
                    "label", Strings.identity_label, hint: Strings.identity_label_hint, most: 40, isLatin: false
                ) { _ in nil },
                ProviderField("issuer", Strings.identity_issuer, hint: Strings.identity_issuer_hint, most: 400) {
                    // The operator limits the servers that may be called: see `ChangeIdentityProvider`.
                    Self.issuerFault($0)
                },
                clientID(Strings.identity_client_id_hint), clientSecret,
            ]
        }
    }

    private func clientID(_ hint: StringKey) -> ProviderField {
        ProviderField("client_id", Strings.apps_client_id, hint: hint) {
            Self.isPlain($0) ? nil : Strings.error_client_id
        }
    }

    private var clientSecret: ProviderField {
        ProviderField(
            "client_secret", Strings.identity_client_secret, hint: Strings.identity_client_secret_hint, isSecret: true,
            most: 500
        ) { Self.isPlain($0) ? nil : Strings.error_client_id }
    }

    /// An issuer is compared letter by letter with what its tokens say, so it has one spelling: no parts that belong to a
    /// call (OpenID Connect Discovery 1.0, 3), and no segments that a reader of addresses would resolve.
    private static func issuerFault(_ text: String) -> StringKey? {
        guard text.hasPrefix("https://") else { return Strings.error_issuer }
        let isPlain = !text.contains(where: { "@?#\\".contains($0) }) && !OutsideServer.climbs(text)
        return isPlain ? nil : Strings.error_issuer_parts
    }

    /// Visible ASCII characters, as OAuth requires (RFC 6749, appendix A).
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

    /// Ten capital letters and digits.
    private static func isAppleID(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    /// True if the e-mail is a forwarding address of Apple, made for this team to hide the person's own.
    static let appleRelay = "@privaterelay.appleid.com"
}
