import HTML
import Templates
import Web

/// Groups of users: filters with a name, for recommendations and for apps.
package struct SegmentsFeature: Feature {
    package init() {}

    package var menu: [MenuEntry] {
        [MenuEntry(.people, Strings.segments_title, icon: "tag", path: "segments", needs: .seeUsers)]
    }

    package var shortcuts: [Shortcut] {
        [
            Shortcut(
                Strings.segments_add, icon: "plus", .tenant("segments/new", needs: .manageSegments), isAboutPeople: true
            )
        ]
    }

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
