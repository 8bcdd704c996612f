import Console
import HTML
import Templates

/// A payment provider of a tenant. The raw value is stored and is part of addresses: cases are added, never renamed.
package enum Provider: String, CaseIterable, Sendable {
    /// For tests by admins: it behaves like the other providers, but no money moves.
    case sandbox
    /// Any provider that speaks Stripe's protocol.
    case card
    case appStore = "app_store"
    case googlePlay = "google_play"

    var label: StringKey {
        switch self {
        case .sandbox: Strings.provider_sandbox
        case .card: Strings.provider_card
        case .appStore: Strings.provider_app_store
        case .googlePlay: Strings.provider_google_play
        }
    }

    var advice: StringKey {
        switch self {
        case .sandbox: Strings.provider_sandbox_advice
        case .card: Strings.provider_card_advice
        case .appStore: Strings.provider_app_store_advice
        case .googlePlay: Strings.provider_google_play_advice
        }
    }

    /// The settings that a tenant must fill in before it can be used.
    var fields: [ProviderField] {
        switch self {
        case .sandbox: []
        case .card:
            [
                ProviderField(
                    "secret_key", Strings.provider_secret_key, hint: Strings.provider_secret_key_hint, isSecret: true
                ) {
                    $0.hasPrefix("sk_") || $0.hasPrefix("rk_") ? nil : Strings.error_secret_key
                },
                ProviderField(
                    "signing_secret", Strings.provider_signing_secret, hint: Strings.provider_signing_secret_hint,
                    isSecret: true
                ) {
                    $0.hasPrefix("whsec_") && $0.utf8.count >= 22 ? nil : Strings.error_signing_secret
                },
            ]
        case .appStore:
            [
                ProviderField("bundle", Strings.provider_bundle, hint: Strings.provider_bundle_hint) {
                    Self.isBundle($0) ? nil : Strings.error_bundle
                }
            ]
        case .googlePlay:
            [
                ProviderField("package", Strings.provider_package, hint: Strings.provider_bundle_hint) {
                    Self.isBundle($0) ? nil : Strings.error_bundle
                },
                ProviderField("pusher", Strings.provider_pusher, hint: Strings.provider_pusher_hint) {
                    $0.split(separator: "@").count == 2 ? nil : Strings.error_email
                },
                ProviderField(
                    "account", Strings.provider_account, hint: Strings.provider_account_hint, isSecret: true,
                    isLong: true, most: 8000
                ) { GoogleAccount($0) == nil ? Strings.error_account : nil },
            ]
        }
    }

    /// True if users buy on a page of ours; the stores sell in the app itself.
    var sellsHere: Bool { self == .sandbox || self == .card }

    /// A domain name in reverse order, as both stores require it: `com.example.app`.
    private static func isBundle(_ text: String) -> Bool {
        text.contains(".")
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2E || byte == 0x2D || byte == 0x5F
            }
    }
}

/// A setting of a provider. A secret one is sealed, and never shown again.
struct ProviderField: Sendable {
    var name: String
    var label: StringKey
    var hint: StringKey
    var isSecret: Bool
    var isLong: Bool
    var most: Int
    /// Written from left to right in every language; else it is words.
    var isLatin: Bool
    /// What is wrong with a text that is there.
    var fault: @Sendable (String) -> StringKey?

    init(
        _ name: String, _ label: StringKey, hint: StringKey, isSecret: Bool = false, isLong: Bool = false,
        most: Int = 255, isLatin: Bool = true,
        fault: @escaping @Sendable (String) -> StringKey?
    ) {
        self.name = name
        self.label = label
        self.hint = hint
        self.isSecret = isSecret
        self.isLong = isLong
        self.most = most
        self.isLatin = isLatin
        self.fault = fault
    }
}
