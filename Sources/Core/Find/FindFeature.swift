import Console
import HTML
import Templates
import Web

/// One search for pages, actions, tenants and users. It has a page of its own, and serves the palette (Ctrl-K).
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
