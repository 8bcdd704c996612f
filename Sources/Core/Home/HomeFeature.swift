import Console
import HTML
import Templates
import Web

/// A tenant's first page. Its contents are the features' cards.
package struct HomeFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("home", Strings.menu_home, about: Strings.guide_about_home)
    }
    package var permissions: [Permission] { [.seeHome] }

    package var menu: [MenuEntry] { [MenuEntry(.top, Strings.menu_home, icon: "home", path: "", needs: .seeHome)] }
    package var routes: [Route] { [.get("", needs: .seeHome, ShowHome.self)] }
}
