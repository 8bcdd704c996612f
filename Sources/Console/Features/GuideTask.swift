import HTML
import Templates

/// The answer to one "how do I …?" in the guide (`Feature.tasks`). Who may do it and what asks for a code or a second
/// admin follow from the routes that it names, so the guide can't say anything else than the program does.
package struct GuideTask: Sendable {
    /// Part of its address, after the topic's; it must not change.
    package let id: String
    /// "Suspend a user"
    package let title: StringKey
    /// One step a line. Buttons and titles are arguments: the very texts that the pages print, so that a renamed button
    /// renames the step. A contract test refuses quoted words that are none.
    package let steps: LocalText
    /// What the steps lead to; the first one says who may do it.
    package let acts: [Act]
    package let recorded: [AuditAction]
    /// What can be undone, how and until when.
    package let undo: LocalText?
    /// What goes wrong most often, or is misunderstood.
    package let mistake: LocalText?

    package init(
        _ id: String, _ title: StringKey, steps: LocalText, acts: [Act], recorded: [AuditAction] = [],
        undo: LocalText? = nil, mistake: LocalText? = nil
    ) {
        self.id = id
        self.title = title
        self.steps = steps
        self.acts = acts
        self.recorded = recorded
        self.undo = undo
        self.mistake = mistake
    }

    /// A route as its feature declares it: `POST users/:user/suspension`, below a tenant's address, or
    /// `POST /account/preferences`, outside tenants. `*` stands for any beginning of a path: `POST */views` are the
    /// saved views of every list.
    package struct Act: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        package let description: String
        package let method: Substring
        /// The whole path, or the end of it.
        package let path: String
        package let isEnd: Bool

        package init(stringLiteral text: String) {
            description = text
            let parts = text.split(separator: " ", maxSplits: 1)
            method = parts.first ?? ""
            let written = parts.count == 2 ? parts[1] : ""
            isEnd = written.hasPrefix("*")
            path =
                isEnd
                ? String(written.dropFirst())
                : written.hasPrefix("/") ? String(written) : written.isEmpty ? "/t/:tenant" : "/t/:tenant/\(written)"
        }
    }

    /// A task with its page of the guide, and the routes that its acts name, in their order.
    package struct Declared: Sendable {
        package let task: GuideTask
        package let topic: String
        package let place: Place
        package let routes: [Route]

        /// The id of its element in the page.
        package var anchor: String { "\(topic)-\(task.id)" }

        /// True if the actor may begin it here. Of a task on the pages of many features one page is enough.
        package func mayBeDone(by actor: Actor) -> Bool {
            let here = routes(in: actor.tenant)
            let deciding = task.acts.first?.isEnd == true ? here : Array(here.prefix(1))
            return deciding.contains { route in
                switch route.access {
                case .tenant(let permission): !actor.tenant.isInstallation && actor.may(permission)
                case .operators: actor.isOperator
                case .signedIn: true
                default: false
                }
            }
        }

        /// The routes of that tenant; for the installation all, as its guide is about every workspace.
        package func routes(in tenant: Tenant) -> [Route] {
            routes.filter { route in
                guard !tenant.isInstallation, case .tenant = route.access else { return true }
                return route.place.includes(tenant)
            }
        }
    }

    /// Returns the tasks of all features that have a page of the guide.
    static func declared(by features: [any Feature], _ routes: [Route]) -> [Declared] {
        let named = Dictionary(grouping: routes) { "\($0.method.rawValue) \($0.pattern)" }
        return features.flatMap { feature in
            guard let topic = feature.guide?.id else { return [Declared]() }
            return feature.tasks.map { task in
                Declared(
                    task: task, topic: topic, place: feature.place,
                    routes: task.acts.flatMap { act in
                        act.isEnd
                            ? routes.filter { $0.method.rawValue == act.method && $0.pattern.hasSuffix(act.path) }
                            : named["\(act.method) \(act.path)"] ?? []
                    })
            }
        }
    }
}
