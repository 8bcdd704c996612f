import HTML

/// A tenant that somebody is invited to, who has an account already.
package struct TenantOffer: Sendable {
    package var text: LocalText
    package var accept: Link
    package var decline: Link

    package init(text: LocalText, accept: Link, decline: Link) {
        (self.text, self.accept, self.decline) = (text, accept, decline)
    }

    package static var sample: TenantOffer {
        TenantOffer(
            text: Strings.tenants_offer(name: "FitPact \"EU\" <Söhne>", role: "Support"),
            accept: "/offers/1/acceptance",
            decline: "/offers/1/end")
    }
}
