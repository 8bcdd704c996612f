import Console
import HTML
import Templates

/// First steps for a new admin of a tenant. The audit trail shows which ones are done. The tour can be ended.
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
