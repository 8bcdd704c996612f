import Console
import HTML
import Postgres
import Templates
import Web

/// On the page of a user who is a teacher: whose classes the app shows to this user.
struct UserTeacherCard: UserCard {
    static let needs = Permission.bindPhones
    static let section = UserSection.activity
    static let samples: [any Page] = [TeacherCard.sample, TeacherCard.sampleEmpty]

    private let user: ID
    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        user = shown.id
        statements = [PhoneQueries.person(shown.id), ClassQueries.admins]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        guard let row = rows[0].first, try row.text("role") == "teacher" else { return nil }
        let linked = try row.idOrNil("admin_id")
        let all = try rows[1].map { (id: try $0.id("id"), name: try $0.text("name")) }
        var admins = Array(all.prefix(ClassQueries.mostAdmins))
        if let linked, !admins.contains(where: { $0.id == linked }) {
            admins.append((linked, try row.textOrNil("name") ?? ""))
        }
        let nobody = LocalText(Strings.gradebook_phones_nobody).resolve(in: actor.language)
        return TeacherCard(
            action: actor.link("users/\(user)/teacher"), csrf: actor.session?.csrf ?? "",
            teacher: Choice(
                "teacher", label: LocalText(Strings.gradebook_phones_teacher),
                options: [.init(value: "", label: nobody, isSelected: linked == nil)]
                    + admins.map { .init(value: $0.id.description, label: $0.name, isSelected: $0.id == linked) }),
            cut: all.count > ClassQueries.mostAdmins
                ? Strings.gradebook_admins_cut(count: ClassQueries.mostAdmins) : nil)
    }
}

/// Links a user who is a teacher to the admin whose classes they teach, or to nobody.
struct LinkTeacher: Changing {
    let user: ID
    let teacher: ID?

    init(_ request: WebRequest) throws {
        user = try request.id("user")
        teacher = request.form["teacher"].flatMap { ID($0) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(PhoneQueries.person(user)), try row.text("role") == "teacher" else {
            throw Refusal.notFound
        }
        var name: String?
        if let teacher {
            guard let admin = try tx.first(ClassQueries.admins([teacher])) else { throw Refusal.notFound }
            name = try admin.text("name")
            try tx.execute(PhoneQueries.link(user, to: teacher, tenant: tx.tenant, now: actor.now))
        } else {
            try tx.execute(PhoneQueries.unlink(user))
        }
        return Change(
            AuditEvent(
                .teacherLinked, on: .user, user, subject: user,
                changes: [.init("teacher", old: try row.textOrNil("name"), new: name)]),
            next: .to(actor.link("users/\(user)"), flash: Strings.gradebook_teacher_was_linked))
    }
}
