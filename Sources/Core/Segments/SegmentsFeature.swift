import Console
import HTML
import Templates
import Web

/// Segments of users: named filters, for recommendations and for apps.
package struct SegmentsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("segments", Strings.segments_title, about: Strings.guide_about_segments)
    }
    package var place: Place { .people }
    package var permissions: [Permission] { Permission.ofSegment }
    package var auditActions: [AuditAction] { AuditAction.ofSegment }
    package var objectKinds: [ObjectKind] { [.segment] }
    package var caches: [any SharedCache.Type] { [Segments.self, SegmentSizes.self] }
    /// Apps and content mean a segment by its key, so what it is called can be replaced.
    package var personalNames: [PersonalNames] {
        [
            PersonalNames("segments", Strings.segments_title, column: "name", replacement: "'—'"),
            PersonalNames("segments", Strings.segments_title, column: "about", replacement: "''"),
        ]
    }
    package var auditFields: [AuditField] {
        [
            AuditField("name", Strings.segments_name, of: .segment),
            AuditField("key", Strings.catalogue_key, of: .segment),
            AuditField("about", Strings.segments_about, of: .segment),
            AuditField("filter", Strings.segments_who, of: .segment),
        ]
    }

    package var menu: [MenuEntry] {
        [MenuEntry(.people, Strings.segments_title, icon: "tag", path: "segments", needs: .seeUsers)]
    }

    package var shortcuts: [Shortcut] {
        [
            Shortcut(
                Strings.segments_add, icon: "plus", .tenant("segments/new", needs: .manageSegments)
            )
        ]
    }

    package var demo: (any DemoRows.Type)? { SegmentDemo.self }

    package var routes: [Route] {
        [
            .get("segments", needs: .seeUsers, ShowSegments.self),
            .get("segments/new", needs: .manageSegments, ShowNewSegment.self),
            .post("segments", needs: .manageSegments, AddSegment.self),
            .get("segments/:segment", needs: .seeUsers, ShowSegment.self),
            .get("segments/:segment/edit", needs: .manageSegments, ShowSegmentEdit.self),
            .post("segments/:segment", needs: .manageSegments, EditSegment.self),
            .post("segments/:segment/deletion", needs: .manageSegments, DeleteSegment.self),
            .service(.get, "users/:user/segments", scope: .scope(.readUsers), ReadSegments.self),
        ]
    }
}
