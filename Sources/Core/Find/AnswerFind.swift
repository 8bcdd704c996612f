import Postgres
import Web

/// The same as JSON: `[{"title", "items": [{"label", "hint", "icon", "href"}]}]`, in the person's language.
struct AnswerFind: Answering {
    let finding: Finding

    init(_ request: WebRequest) { finding = Finding(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> String {
        let groups = try finding.groups(in: tx, by: actor, services).map { group in
            let items = group.items.map { item in
                """
                {"label":\(JSONText.quoted(item.label)),"hint":\(JSONText.quoted(item.hint)),\
                "icon":\(JSONText.quoted(item.icon)),"href":\(JSONText.quoted(item.link.description))}
                """
            }
            return "{\"title\":\(JSONText.quoted(group.title.resolve(in: actor.language))),\"items\":[\(items.joined(separator: ","))]}"
        }
        return "[\(groups.joined(separator: ","))]"
    }
}
