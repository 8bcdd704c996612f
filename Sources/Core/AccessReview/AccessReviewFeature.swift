import Console
import HTML
import Templates
import Web

/// The access review: admins, permissions and keys that were not used for long, with the actions that remove them.
package struct AccessReviewFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("review", Strings.review_title, about: Strings.guide_about_review)
    }
    package var menu: [MenuEntry] {
        [MenuEntry(.safety, Strings.review_title, icon: "clock", path: "access-review", needs: .seeAdmins)]
    }

    package var shortcuts: [Shortcut] {
        [Shortcut(Strings.review_title_everywhere, icon: "clock", .operators("/access-review"))]
    }

    package var routes: [Route] {
        [
            .get("access-review", needs: .seeAdmins, ShowAccessReview.self),
            .get("access-review/:admin", needs: .seeAdmins, ShowPermissionUses.self),
            .get(operators: "/access-review", ShowInstallationReview.self),
        ]
    }
}
