import Console
import Core
import HTML
import Templates

/// A cycle tracker whose data never leaves the phone: the tenant stores content, and no personal data.
package struct CycleKind: Kind {
    package init() {}

    package let id = "cycle"
    package var label: StringKey { Strings.cycle_kind }
    package let holdsPeople = false
    package var note: StringKey? { Strings.cycle_note }
    package var features: [any Feature] { [CycleFeature()] }

    package var demo: DemoTenant {
        DemoTenant(
            slug: "luna", name: "Luna", zone: "America/Mexico_City", currency: "MXN", accent: "#a3265c",
            languages: ["es", "en", "ru", "fa"], weight: 40,
            entries: Self.demoEntries, inReview: Self.demoInReview)
    }
}
