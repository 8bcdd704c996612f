import HTML
import Web

/// What operators are told at the top of every page, and what everybody is told about their own account.
package struct NoticesFeature: Feature {
    package init() {}

    package var routes: [Route] { [.post(signedIn: "/notices/:notice/seen", AcknowledgeNotice.self)] }
}
