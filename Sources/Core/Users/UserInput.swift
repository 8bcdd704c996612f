import Console
import HTML
import JSON
import Postgres
import Templates
import Web

/// What is wrong with a user, or with what is said of one.
struct UserFault {
    /// As stored; nil when it is about the whole.
    var field: String?
    var text: LocalText

    init(_ field: String?, _ text: LocalText) {
        self.field = field
        self.text = text
    }
}

/// What a program says of a user: the members that it gives are to be stored, all others stay as they are.
struct UserInput: Sendable {
    /// Roost's id, or the app's own: whoever adds a user may bring it along.
    let id: ID?
    private let given: [(name: String, value: String)]
    /// Given or not, it stays as it is: a plan comes from a subscription or a grant.
    /// Another one is a mistake that is said.
    private let plan: String?

    /// The fields that a program may change, as it names them.
    private static let members = UserFields.edited.map {
        (name: $0.field.service?.name ?? $0.name, field: $0.field, path: $0.edited.path)
    }

    private static func fields(_ schema: (UserField) -> JSONSchema) -> [(String, JSONSchema)] {
        (members.map(\.field) + [UserFields.all["plan"]].compactMap { $0 }).map {
            ($0.service?.name ?? $0.name, .described(schema($0), $0.service?.hint ?? ""))
        }
    }

    /// Without the plan, which is no member of a change: not even the present one is taken.
    static let changeSchema = JSONSchema.record(fields(\.value.shape).filter { $0.0 != "plan" })
    /// Of many users those that are wrong are left out and told; so any text is let in.
    static let batchSchema = JSONSchema.record(
        [("id", .format("uuid"))] + fields { _ in .anyText }, oneOf: ["id", "email"])

    /// From what has the form of one of these schemas.
    init(_ json: JSONText) {
        id = json["id"]?.text.flatMap { ID($0) }
        plan = json["plan"]?.text
        given = Self.members.compactMap { member in json[member.name]?.text.map { (member.name, $0) } }
    }

    /// From a file: fields by their stored names.
    init(id: ID?, fields: [(name: String, value: String)]) {
        self.id = id
        plan = fields.first { $0.name == "plan" }?.value
        given = fields.compactMap { field in
            Self.members.first { $0.field.name == field.name }.map { ($0.name, field.value) }
        }
    }

    /// nil when it is not given, or is nothing that PostgreSQL could look for.
    var email: String? { given.first { $0.name == "email" && !$0.value.utf8.contains(0) }?.value }

    func gives(_ name: String) -> Bool { given.contains { $0.name == name } }

    func applied(to profile: UserProfile) -> UserProfile {
        var profile = profile
        for (name, value) in given {
            if let member = Self.members.first(where: { $0.name == name }) { profile[keyPath: member.path] = value }
        }
        return profile
    }

    /// What is wrong with the user that this would make. What was stored before and is not given stands as it is.
    /// `zones` are those that PostgreSQL knows, of `KnownZones`.
    func faults(in profile: UserProfile, isNew: Bool, plan stored: String, zones: Set<String>) -> [UserFault] {
        let errors = profile.errors
        let plan = plan.map { $0 == stored } ?? true ? [] : [UserFault("plan", LocalText(Strings.error_plan))]
        return plan
            + Self.members.compactMap { member in
                guard isNew || gives(member.name) else { return nil }
                let (value, field) = (profile[keyPath: member.path], member.field.name)
                if value.utf8.contains(0) { return UserFault(field, LocalText(Strings.error_zero)) }
                if member.field.value == .zone {
                    return zones.contains(value) ? nil : UserFault(field, LocalText(Strings.error_zone))
                }
                return errors[field].map { UserFault(field, $0) }
            }
    }

    /// As the service API says it: in English, at the member that a program knows.
    static func faults(_ faults: [UserFault], at pointer: String) -> [BodyFault] {
        faults.map { fault in
            let member = members.first { $0.field.name == fault.field }?.name ?? (fault.field == "plan" ? "plan" : nil)
            return BodyFault(member.map { "\(pointer)/\($0)" } ?? pointer, fault.text.resolve(in: .en))
        }
    }
}
