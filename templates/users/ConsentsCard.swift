import HTML

/// On a user's page: what they agreed to.
package struct ConsentsCard: Sendable {
    package var consents: [UserConsent]

    package init(_ consents: [UserConsent]) { self.consents = consents }

    package static var sample: ConsentsCard {
        ConsentsCard([
            UserConsent(
                purpose: "Terms of use", isGranted: true, version: "2026-05", source: "app 4.9", at: "2 May 2026"),
            UserConsent(
                purpose: "News and offers", isGranted: false, version: "2026-05", source: "app 4.12", at: "20 Nov 2026"
            ),
        ])
    }
}
