import HTML
import Templates

/// A page of the guide (`Feature.guide`): the written text about a feature. The possible actions, their permissions
/// and audit events come from the feature's own declarations. Features that belong together for people share a topic.
package struct GuideTopic: Sendable {
    /// Part of its address; it must not change.
    package let id: String
    package let title: StringKey
    /// Its purpose, and how to start.
    package let about: StringKey

    package init(_ id: String, _ title: StringKey, about: StringKey) {
        (self.id, self.title, self.about) = (id, title, about)
    }
}

extension Declarations {
    /// Returns each topic once, in the order of the features, with all its features.
    package var guide: [(topic: GuideTopic, features: [any Feature])] {
        var all: [(topic: GuideTopic, features: [any Feature])] = []
        for feature in features {
            guard let topic = feature.guide else { continue }
            if let at = all.firstIndex(where: { $0.topic.id == topic.id }) {
                all[at].features.append(feature)
            } else {
                all.append((topic, [feature]))
            }
        }
        return all
    }
}

extension Actor {
    /// Returns the link to a page of the guide; without a topic, to the guide itself.
    package func guideLink(_ topic: String? = nil) -> Link {
        let guide: Link = tenant.isInstallation ? "/guide" : link("guide")
        return topic.map { "\(guide)/\($0)" } ?? guide
    }
}
