import Console
import JWS
import Postgres
import Synchronization

/// The addresses of providers, and the roots of trusted signatures. The operator sets them, never a tenant: a server
/// that sends requests to addresses from tenants could be directed anywhere.
package struct ProviderAccess: FeatureSettings {
    package enum Problem: Error, CustomStringConvertible {
        case notHTTPS(String)
        case noRoots(String)

        package var description: String {
            switch self {
            case .notHTTPS(let url):
                "providers are not asked by \(url): plain HTTP is for this machine only; use https://"
            case .noRoots(let where_): "\(where_) holds no certificate in PEM that App Store's signatures could lead to"
            }
        }
    }

    /// The addresses have no slash at the end.
    package struct Addresses: Sendable {
        package var card = "https://api.stripe.com"
        package var googlePlay = "https://androidpublisher.googleapis.com"
        package var googleTokens = "https://oauth2.googleapis.com/token"
        package var googleKeys = "https://www.googleapis.com/oauth2/v3/certs"
        /// Certificates in PEM.
        package var appleRoots = AppleRoot.pem

        package init() {}
    }

    let card: CardSeller
    let appStore: ChainedSignature
    let googlePlay: GooglePlay

    package init(_ addresses: Addresses = Addresses()) throws(Problem) {
        for url in [addresses.card, addresses.googlePlay, addresses.googleTokens, addresses.googleKeys]
        where !OutboundHTTP.isAllowed(url) {
            throw .notHTTPS(url)
        }
        card = CardSeller(base: addresses.card)
        do { appStore = try ChainedSignature(roots: addresses.appleRoots) } catch {
            throw .noRoots("the list of Apple's roots")
        }
        googlePlay = GooglePlay(addresses)
    }
}

extension Services {
    /// The installation's setting, or the providers' own addresses.
    var providers: ProviderAccess { get throws { try setting(ProviderAccess.self) ?? ProviderAccess() } }
}
