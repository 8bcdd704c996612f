import Console
import HTML
import Postgres
import Templates
import Web

/// Shows the teacher for whom each API key with a scope of the grade book acts.
struct ShowPhones: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let admins = try tx.rows(ClassQueries.admins).map { (id: try $0.id("id"), name: try $0.text("name")) }
        let keys = try tx.rows(PhoneQueries.keys(Scope.ofGradebook.map(\.id)))
        return PhonesPage(
            frame: actor.frame(
                LocalText(Strings.gradebook_phones), services, current: "classes",
                crumb: (LocalText(Strings.gradebook_classes), actor.link("classes"))),
            action: actor.link("classes/phones"), keys: actor.link("keys"),
            rows: try keys.map { row in
                let (id, bound) = (try row.id("id"), try row.idOrNil("admin_id"))
                return .init(
                    id: id.description, name: try row.text("name"), link: actor.link("keys/\(id)"),
                    teacher: Choice(
                        "teacher-\(id)", label: LocalText(Strings.gradebook_phones_teacher),
                        options: [
                            .init(
                                value: "",
                                label: LocalText(Strings.gradebook_phones_nobody).resolve(in: actor.language),
                                isSelected: bound == nil)
                        ]
                            + admins.map {
                                .init(value: $0.id.description, label: $0.name, isSelected: $0.id == bound)
                            }))
            })
    }
}

/// Binds a key to one teacher, or to none.
struct BindPhone: Changing {
    let key: ID
    let teacher: ID?

    init(_ request: WebRequest) throws {
        guard let key = request.form["key"].flatMap({ ID($0) }) else { throw Refusal.notFound }
        self.key = key
        teacher = request.form["teacher-\(key)"].flatMap { ID($0) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let rows = try tx.rows(PhoneQueries.keys(Scope.ofGradebook.map(\.id)))
        guard let row = try rows.first(where: { try $0.id("id") == key }) else { throw Refusal.notFound }
        let (name, old) = (try row.text("name"), try row.idOrNil("admin_id"))
        if let teacher {
            guard try tx.rows(ClassQueries.admins).contains(where: { try $0.id("id") == teacher }) else {
                throw Refusal.notFound
            }
            try tx.execute(PhoneQueries.bind(key, to: teacher, tenant: tx.tenant))
        } else {
            try tx.execute(PhoneQueries.release(key))
        }
        return Change(
            AuditEvent(
                .phoneBound, on: .key, key, name: name,
                changes: [.init("teacher", old: old?.description, new: teacher?.description)]),
            next: .to(actor.link("classes/phones"), flash: Strings.gradebook_phones_saved))
    }
}
