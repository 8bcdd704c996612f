import Console
import HTML
import Postgres
import Templates
import Web

/// Shows the teacher for whom each API key with a scope of the grade book acts.
struct ShowPhones: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let keys = try tx.rows(PhoneQueries.keys(Scope.ofGradebook.map(\.id)))
        let first = try tx.rows(ClassQueries.admins).map { (id: try $0.id("id"), name: try $0.text("name")) }
        var admins = Array(first.prefix(ClassQueries.mostAdmins))
        // A list that left a key's teacher out would show nobody, and the next save would make it so.
        let missing = Set(try keys.compactMap { try $0.idOrNil("admin_id") }).subtracting(admins.map(\.id))
        admins += try tx.rows(ClassQueries.names(ofAdmins: Array(missing))).map {
            (id: try $0.id("id"), name: try $0.text("name"))
        }
        return PhonesPage(
            frame: actor.frame(
                LocalText(Strings.gradebook_phones), services, current: "classes",
                crumb: (LocalText(Strings.gradebook_classes), actor.link("classes"))),
            action: actor.link("classes/phones"), keys: actor.link("keys"),
            cut: first.count > ClassQueries.mostAdmins
                ? Strings.gradebook_admins_cut(count: ClassQueries.mostAdmins) : nil,
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
            guard try tx.first(ClassQueries.admins([teacher])) != nil else { throw Refusal.notFound }
            try tx.execute(PhoneQueries.bind(key, to: teacher, tenant: tx.tenant))
        } else {
            try tx.execute(PhoneQueries.release(key))
        }
        let names = try ClassForm.teacherNames(Set([old, teacher].compactMap { $0 }), in: tx)
        return Change(
            AuditEvent(
                .phoneBound, on: .key, key, name: name,
                changes: [
                    .init("teacher", old: old.map { names[$0] ?? "\($0)" }, new: teacher.map { names[$0] ?? "\($0)" })
                ]),
            next: .to(actor.link("classes/phones"), flash: Strings.gradebook_phones_saved))
    }
}
