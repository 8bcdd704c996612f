import Console
import Web

/// The public data with which anybody can verify Roost's signed statements.
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
