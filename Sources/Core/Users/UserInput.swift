import Console
import HTML
import JSON
import Postgres
import Templates
import Web

/// An error of a user or of the input for one.
struct UserFault {
    /// The stored name of the field; nil if the error is about the whole user.
    var field: String?
    var text: LocalText

    init(_ field: String?, _ text: LocalText) {
        self.field = field
        self.text = text
    }
}

/// A program's input for a user: the given fields are stored, all others stay unchanged.
struct UserInput: Sendable {
    /// Roost's id, or the app's own: a program that adds a user may choose it.
    let id: ID?
    private let given: [(name: String, value: String)]
    /// The plan can't be changed here, since it comes from a subscription or a grant. A different plan is reported as
    /// an error.
    private let plan: String?

    /// The fields that a program may change, by the program's names.
    private static let members = UserFields.edited.map {
        (name: $0.field.service?.name ?? $0.name, field: $0.field, path: $0.edited.path)
    }

    private static func fields(_ schema: (UserField) -> JSONSchema) -> [(String, JSONSchema)] {
        (members.map(\.field) + [UserFields.all["plan"]].compactMap { $0 }).map {
            ($0.service?.name ?? $0.name, .described(schema($0), $0.service?.hint ?? ""))
        }
    }

    /// Without the plan, which is no member of a change: even the present plan is not accepted.
    static let changeSchema = JSONSchema.record(fields(\.value.shape).filter { $0.0 != "plan" })
    /// With many users, invalid ones are skipped and reported; so the schema accepts any text.
    static let batchSchema = JSONSchema.record(
        [("id", .format("uuid"))] + fields { _ in .anyText }, oneOf: ["id", "email"])

    /// Reads input that matches one of these schemas.
    init(_ json: JSONText) {
        id = json["id"]?.text.flatMap { ID($0) }
        plan = json["plan"]?.text
        given = Self.members.compactMap { member in json[member.name]?.text.map { (member.name, $0) } }
    }

    /// Reads a row of a file: fields by their stored names.
    init(id: ID?, fields: [(name: String, value: String)]) {
        self.id = id
        plan = fields.first { $0.name == "plan" }?.value
        given = fields.compactMap { field in
            Self.members.first { $0.field.name == field.name }.map { ($0.name, field.value) }
        }
    }

    /// Returns nil if it is not given, or PostgreSQL could not search for it.
    var email: String? { given.first { $0.name == "email" && !$0.value.utf8.contains(0) }?.value }

    /// Returns nil if none is given, or PostgreSQL could not search for it.
    var externalID: String? {
        given.first { $0.name == "external_id" && !$0.value.isEmpty && !$0.value.utf8.contains(0) }?.value
    }

    func gives(_ name: String) -> Bool { given.contains { $0.name == name } }

    /// `home` is the country of a telephone number without one whose user has none.
    func applied(to profile: UserProfile, at home: String?) -> UserProfile {
        var profile = profile
        for (name, value) in given {
            if let member = Self.members.first(where: { $0.name == name }) { profile[keyPath: member.path] = value }
        }
        return profile.settled(at: home)
    }

    /// Returns the errors of the user that this input would make; `old` are the stored values, nil for a new user. What
    /// is stored already is not checked: a rule that came later stops no other change. `zones` are those that
    /// PostgreSQL knows, from `KnownZones`.
    func faults(in profile: UserProfile, since old: UserProfile?, plan stored: String, zones: Set<String>)
        -> [UserFault]
    {
        let errors = profile.errors(since: old)
        let plan = plan.map { $0 == stored } ?? true ? [] : [UserFault("plan", LocalText(Strings.error_plan))]
        return plan
            + Self.members.compactMap { member in
                guard old == nil || gives(member.name),
                    profile[keyPath: member.path] != old?[keyPath: member.path]
                else { return nil }
                let (value, field) = (profile[keyPath: member.path], member.field.name)
                if value.utf8.contains(0) { return UserFault(field, LocalText(Strings.error_zero)) }
                if member.field.value == .zone {
                    return zones.contains(value) ? nil : UserFault(field, LocalText(Strings.error_zone))
                }
                return errors[field].map { UserFault(field, $0) }
            }
    }

    /// The errors for the service API: in English, at the member that a program knows.
    static func faults(_ faults: [UserFault], at pointer: String) -> [BodyFault] {
        faults.map { fault in
            let member = members.first { $0.field.name == fault.field }?.name ?? (fault.field == "plan" ? "plan" : nil)
            return BodyFault(member.map { "\(pointer)/\($0)" } ?? pointer, fault.text.resolve(in: .en))
        }
    }
}
