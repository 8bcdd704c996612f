import Console
import HTML
import Templates

/// What users are told by itself when something happens: what features declare, with the tenant's own texts.
package struct MessagesFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("messages", Strings.messages_triggers, about: Strings.guide_about_messages)
    }
    package var place: Place { .people }
    package var jobs: [any Job.Type] { [TriggeredMail.self] }

    package var menu: [MenuEntry] {
        [
            MenuEntry(
                .content, Strings.messages_triggers, icon: "bell", path: ShowTriggers.path, needs: .seeCatalogue)
        ]
    }

    package var routes: [Route] { [.get(ShowTriggers.path, needs: .seeCatalogue, ShowTriggers.self)] }
}
