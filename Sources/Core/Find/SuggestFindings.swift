import Console
import JSON
import Postgres
import Web

/// The same as JSON: `[{"title", "items": [{"label", "hint", "icon", "image", "href"}]}]`, in the reader's language.
struct SuggestFindings: Viewing {
    let finding: Finding

    init(_ request: WebRequest) { finding = Finding(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> JSONText {
        .array(
            try finding.groups(in: tx, by: actor, services).map { group in
                let items = group.items.map { item in
                    JSONText.object([
                        ("label", .string(item.label)), ("hint", .string(item.hint)), ("icon", .string(item.icon)),
                        ("image", .string(item.image?.description ?? "")), ("href", .string(item.link.description)),
                    ])
                }
                return .object([("title", .string(group.title.resolve(in: actor.language))), ("items", .array(items))])
            })
    }
}
