import Console
import HTML
import Templates

/// The guide: a page for each topic, made from the features' declarations and a paragraph of text.
package struct GuideFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { GuideTopic("guide", Strings.guide_title, about: Strings.guide_about_guide) }
    package var shortcuts: [Shortcut] {
        [Shortcut(Strings.guide_title, icon: "note", .tenant("guide", needs: .seeHome))]
    }
    package var routes: [Route] {
        [
            .get("guide", needs: .seeHome, ShowGuide.self),
            .get("guide/:topic", needs: .seeHome, ShowGuide.self),
            .get(signedIn: "/guide", ShowGuide.self),
            .get(signedIn: "/guide/:topic", ShowGuide.self),
        ]
    }
}
