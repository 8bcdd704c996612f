import Console
import HTML
import Templates
import Web

/// One field for everything: pages, actions, tenants, users. A page of its own, and what the palette (Ctrl-K) asks.
package struct FindFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { GuideTopic("find", Strings.find_title, about: Strings.guide_about_find) }
    package var routes: [Route] {
        [
            .get("find", needs: .seeHome, ShowFind.self),
            .get("find.json", needs: .seeHome, SuggestFindings.self),
            .get(signedIn: "/find", ShowFind.self),
            .get(signedIn: "/find.json", SuggestFindings.self),
        ]
    }
}
