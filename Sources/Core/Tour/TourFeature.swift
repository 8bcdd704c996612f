import Console
import HTML
import Templates

/// First steps for somebody new in a tenant. They tick themselves off by what the trail has, and can be sent away.
package struct TourFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { GuideTopic("home", Strings.menu_home, about: Strings.guide_about_home) }
    package var auditActions: [AuditAction] { [.tourEnded] }
    package var homeCards: [any HomeCard.Type] { [TourCard.self] }
    package var routes: [Route] { [.post("tour/end", needs: .seeHome, EndTour.self)] }
    package var examples: FeatureExamples { FeatureExamples(routes: [.post("tour/end")]) }
}

extension AuditAction {
    static let tourEnded = AuditAction("tour.ended", Strings.audit_tour_ended)
}
