import HTML
import Templates

/// A page of the guide (`Feature.guide`): what somebody wrote of a feature. What can be done, who may and what is recorded follows from
/// the feature's own declarations. Features that people see as one name the same topic.
package struct GuideTopic: Sendable {
    /// In its address; it stays.
    package let id: String
    package let title: StringKey
    /// What it is for, and how to begin.
    package let about: StringKey

    package init(_ id: String, _ title: StringKey, about: StringKey) {
        (self.id, self.title, self.about) = (id, title, about)
    }
}

extension Declarations {
    /// Each once, in the order of the features, with all features of it.
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
    /// A page of the guide; the guide itself without a topic.
    package func guideLink(_ topic: String? = nil) -> Link {
        let guide: Link = tenant.isInstallation ? "/guide" : link("guide")
        return topic.map { "\(guide)/\($0)" } ?? guide
    }
}
