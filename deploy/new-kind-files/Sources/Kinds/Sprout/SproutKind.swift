import Console
import Core
import HTML
import Templates

/// What this kind of app is for: say it here.
package struct SproutKind: Kind {
    package init() {}

    package let id = "sprout"
    package var label: StringKey { Strings.sprout_kind }
    package let holdsPeople = true
    package var features: [any Feature] { [ItemsFeature()] }

    package var demo: DemoTenant {
        DemoTenant(
            slug: "sprout", name: "Sprout", zone: "UTC", currency: "EUR", accent: "#4a4f9e", languages: ["en"],
            weight: 1)
    }
}
