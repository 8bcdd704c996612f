import Console
import HTML
import Postgres
import Templates
import Web

/// All topics of the tenant, those that contain a word, or a single one.
struct ShowGuide: Viewing {
    private let topic: String?
    private let search: String
    private let isWhole: Bool

    init(_ request: WebRequest) {
        topic = request.parameters["topic"]
        search = String((request.query.trimmed("q") ?? "").prefix(100)).trimmingSpaces
        isWhole = request.query["whole"] == "1"
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let guide = GuideText(services.declarations, actor)
        var entries = guide.entries
        if let topic {
            entries = entries.filter { $0.id == topic }
            guard !entries.isEmpty else { throw Refusal.notFound }
        } else if !search.isEmpty {
            entries = GuideSearch(search, in: entries, actor.language).found
        }
        let isOne = topic != nil
        let title = isOne ? entries[0].title : LocalText(Strings.guide_title)
        return GuidePage(
            frame: actor.frame(
                title, services, crumb: isOne ? (label: LocalText(Strings.guide_title), link: actor.guideLink()) : nil),
            title: title, here: actor.guideLink(), search: search, isOne: isOne, isWhole: isOne || isWhole,
            whole: actor.guideLink().with(query: [("whole", "1")]), entries: entries)
    }
}

/// The guide's texts, from the declarations of the running program: in a tenant, those of its own features.
struct GuideText {
    private let declarations: Declarations
    private let actor: Actor

    init(_ declarations: Declarations, _ actor: Actor) { (self.declarations, self.actor) = (declarations, actor) }

    private var tenant: Tenant { actor.tenant }

    var entries: [GuideEntry] {
        declarations.guide.compactMap { topic, features in
            let here = features.filter {
                tenant.isInstallation || $0.place == .installation || $0.place.includes(tenant)
            }
            return here.isEmpty ? nil : entry(topic, here)
        }
    }

    private func entry(_ topic: GuideTopic, _ features: [any Feature]) -> GuideEntry {
        let routes = features.flatMap(\.routes)
        var needed: [Permission] = []
        for route in routes {
            if case .tenant(let permission) = route.access, !needed.contains(permission) { needed.append(permission) }
        }
        let pages = features.flatMap(\.menu).filter { !tenant.isInstallation && actor.may($0.needs) }
        let link = actor.guideLink(topic.id)
        return GuideEntry(
            id: topic.id, title: LocalText(topic.title), about: LocalText(topic.about), link: link,
            pages: pages.map { .init(label: LocalText($0.label), link: actor.link($0)) },
            tasks: tasks(of: topic, link),
            permissions: needed.map { permission in
                .init(
                    label: LocalText(permission.label), roles: roles(permission),
                    isYours: !tenant.isInstallation && actor.may(permission))
            },
            acts: features.flatMap(\.auditActions).map { action in
                let permission = declarations.permissions.first { $0.actions.contains(action) }
                return .init(
                    phrase: Strings.catalogue_named(name: action.alone(actor.language)),
                    permission: permission.map { LocalText($0.label) },
                    note: action.guardedAct == nil ? nil : LocalText(Strings.guide_guarded))
            })
    }

    /// The tasks of the topic that can be done in the tenant.
    private func tasks(of topic: GuideTopic, _ link: Link) -> [GuideTaskPart] {
        declarations.tasks.filter { $0.topic == topic.id }.compactMap { declared in
            let routes = declared.routes(in: tenant)
            return routes.isEmpty ? nil : part(declared, routes, link)
        }
    }

    private func part(_ declared: GuideTask.Declared, _ routes: [Route], _ link: Link) -> GuideTaskPart {
        let task = declared.task
        var checks: [LocalText] = []
        if routes.contains(where: \.isStepUp) { checks.append(LocalText(Strings.stepup_title)) }
        if task.recorded.contains(where: { $0.guardedAct != nil }) { checks.append(LocalText(Strings.guide_guarded)) }
        let who = who(may: task, routes)
        return GuideTaskPart(
            anchor: declared.anchor, title: LocalText(task.title), link: link.with(fragment: declared.anchor),
            steps: task.steps.resolve(in: actor.language).split(separator: "\n").map { String($0) },
            who: who.words, roles: who.roles, isYours: who.isYours, checks: checks,
            recorded: task.recorded.isEmpty
                ? nil : task.recorded.map { $0.alone(actor.language) }.joined(separator: separator),
            undo: task.undo, mistake: task.mistake)
    }

    /// The first route decides, unless the task is the same on the pages of many features.
    private func who(may task: GuideTask, _ routes: [Route]) -> (words: LocalText, roles: String?, isYours: Bool) {
        switch routes.first?.access {
        case .operators: return (LocalText(Strings.guide_task_operators), nil, actor.isOperator)
        case .tenant(let permission):
            let alike = routes.allSatisfy { $0.access == .tenant(permission) }
            guard alike || task.acts.first?.isEnd == false else {
                return (LocalText(Strings.guide_task_page), nil, !tenant.isInstallation)
            }
            return (
                LocalText(permission.label), roles(permission), !tenant.isInstallation && actor.may(permission)
            )
        default: return (LocalText(Strings.guide_task_everybody), nil, true)
        }
    }

    private var separator: String { actor.language == .fa ? "، " : ", " }

    /// Roost's own roles that have the permission; the tenant's page of roles shows its own ones.
    private func roles(_ permission: Permission) -> String {
        ([Role.owner] + Role.allCases.filter { $0 != .owner && permission.roles.contains($0) })
            .map { LocalText($0.label).resolve(in: actor.language) }.joined(separator: separator)
    }
}
