import HTML

/// The page on which a user of an app pays for a plan, or sees what became of it.
package struct CheckoutPage: Sendable {
    package var frame: SignInFrame
    package var csrf: String
    package var action: Link
    /// The tenant's name.
    package var app: String
    package var plan: String
    package var about: String
    package var price: String
    package var trial: LocalText?
    package var entitlements: [Fact]
    /// What went wrong just now.
    package var message: LocalText?
    /// What became of it.
    package var said: LocalText?
    package var isGood: Bool
    package var isOpen: Bool
    package var isSandbox: Bool
    /// The seller's own page, to which the browser is on its way.
    package var onward: Link?
    /// Back to the app.
    package var back: Link?

    package init(
        frame: SignInFrame, csrf: String, action: Link, app: String, plan: String, about: String, price: String,
        trial: LocalText?, entitlements: [Fact],
        message: LocalText?, said: LocalText?, isGood: Bool, isOpen: Bool, isSandbox: Bool, onward: Link?, back: Link?
    ) {
        self.frame = frame
        self.csrf = csrf
        self.action = action
        self.app = app
        self.plan = plan
        self.about = about
        self.price = price
        self.trial = trial
        self.entitlements = entitlements
        self.message = message
        self.said = said
        self.isGood = isGood
        self.isOpen = isOpen
        self.isSandbox = isSandbox
        self.onward = onward
        self.back = back
    }

    package var hasAbout: Bool { !about.isEmpty }

    package static let sample = CheckoutPage(
        frame: .sample(Strings.shop_title, here: "/shop/rooster-me/1"), csrf: "sample", action: "/shop/rooster-me/1",
        app: "RoosterMe <b>",
        plan: "Premium “all” <i>", about: "Every challenge.\nNo limits.", price: "9.99 EUR · a month",
        trial: Strings.shop_trial(days: 7),
        entitlements: [Fact(LocalText(Strings.user_plan), "10")], message: LocalText(Strings.shop_seller_away),
        said: nil, isGood: false,
        isOpen: true, isSandbox: true, onward: nil, back: nil)

    package static var samplePaid: CheckoutPage {
        var page = sample
        (page.message, page.said, page.isGood, page.isOpen, page.isSandbox) = (
            nil, LocalText(Strings.shop_paid), true, false, false
        )
        page.back = Link(externalHTTPS: "https://app.example.org/done?a=1&b=2")
        return page
    }
}
