import Console
import Web

/// What strangers need to check what Roost says of itself.
package struct PrivacyFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { .operations }
    package var place: Place { .installation }

    package var routes: [Route] {
        [
            .open(.get, "/statements.pem") { _, services in
                .text(PublicKeyFile.text(services.keys.statements.publicKey))
            }
        ]
    }
}
