import Console
import Core
import HTML
import Templates

/// A cycle tracker whose data never leaves the phone: the tenant holds content, and nobody's data.
package struct CycleKind: Kind {
    package init() {}

    package let id = "cycle"
    package var label: StringKey { Strings.kind_cycle }
    package let holdsPeople = false
    package var note: StringKey? { Strings.home_cycle_note }

    package var demo: DemoTenant {
        DemoTenant(
            slug: "luna", name: "Luna", zone: "America/Mexico_City", currency: "MXN", accent: "#a3265c",
            languages: ["es", "en"], share: 0,
            entries: Self.demoEntries)
    }
}
