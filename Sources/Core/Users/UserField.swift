import Console
import HTML
import JSON
import Postgres
import Sheets
import Templates
import Web

/// A column of users, with the places where it appears: a place that is nil leaves it out. It is a class, so that a
/// loop over the table copies one reference per field.
final class UserField: Sendable {
    /// The name in forms, addresses, files and audit events.
    let name: String
    let label: StringKey
    /// The column in the database, and in the rows of statements.
    let column: StaticString
    let value: UserValue
    /// Set if an admin or a program may change the field.
    let edited: Edited?
    /// Set if audit events name the field.
    let recorded: Recorded?
    let listed: Listed?
    /// The filter of the list, and of segments.
    let filter: Filter?
    /// The type of its cells in an exported file.
    let file: SheetColumn.Kind?
    let imported: Imported?
    let service: Service?
    /// The fact on the user's page, from a row of `UserQueries.one`; an empty value is left out.
    let fact: (@Sendable (Row, Language) throws -> Fact)?

    init(
        name: String, label: StringKey, column: StaticString, value: UserValue, edited: Edited? = nil,
        recorded: Recorded? = nil, listed: Listed? = nil, filter: Filter? = nil, file: SheetColumn.Kind? = nil,
        imported: Imported? = nil, service: Service? = nil, fact: (@Sendable (Row, Language) throws -> Fact)? = nil
    ) {
        (self.name, self.label, self.column, self.value) = (name, label, column, value)
        (self.edited, self.recorded, self.listed, self.filter) = (edited, recorded, listed, filter)
        (self.file, self.imported, self.service, self.fact) = (file, imported, service, fact)
    }

    struct Edited: Sendable {
        let path: WritableKeyPath<UserProfile, String> & Sendable
        /// The audit trail stores its values separately, so that they can be erased.
        var isPersonal = true
        /// The text under the field in the form.
        var hint: StringKey?
    }

    enum Recorded: Sendable { case asStored, inWords }

    struct Listed: Sendable {
        /// Shown by default.
        var isUsual = false
        /// Hidden on narrow screens.
        var isLess = true
        var isNumber = false
        var sort: (rising: UserFilter.Sort, falling: UserFilter.Sort)?
        /// Reads the shown value from a row of `UserQueries.page`.
        let cell: @Sendable (Row, inout UserCells) throws -> UserCell
    }

    struct Filter: Sendable {
        /// The value from the address, cut and folded into one that can be stored; empty if it is invalid.
        let value: @Sendable (_ name: String, Query) -> String
        let condition: @Sendable (_ value: String, _ now: Timestamp) -> SQL
        /// The number of users with each of its values is stored (migrations/core/0102_user_counts.sql).
        var isCounted = false
        /// The condition if nothing is chosen.
        var otherwise: SQL?
        /// It only asks whether users have a value at all.
        var isPresence = false
        /// Finds the values that the tenant's users have, for the menu.
        var found: SQL?
        /// The parameter of the service API's list; nil if only the console has the filter.
        var parameter: ServiceParameter?
    }

    struct Imported: Sendable {
        /// Other titles of the column in people's files, beside its label and its name.
        let alsoCalled: [String]
        var isRequired = false
        let examples: [String]
        let hint: StringKey
    }

    struct Service: Sendable {
        /// The name of the member in requests and responses.
        let name: String
        let schema: JSONSchema
        let member: @Sendable (Row) throws -> JSONText
        /// A description of the allowed values in requests; nil if only responses have the member.
        var hint: String?
    }
}

extension UserField {
    /// A text field, which appears in files, on the user's page and in responses like any other. The name is the title
    /// of the page instead of a fact.
    static func text(
        _ name: String, _ label: StringKey, _ column: StaticString, _ value: UserValue, edited: Edited? = nil,
        recorded: Recorded? = nil, listed: Listed? = nil, filter: Filter? = nil, imported: Imported? = nil,
        service: (name: String, hint: String?), isFact: Bool = true
    ) -> UserField {
        let words: @Sendable (Row, Language) throws -> Fact = {
            Fact(LocalText(label), value.words(try $0.text(column), $1))
        }
        return UserField(
            name: name, label: label, column: column, value: value, edited: edited, recorded: recorded, listed: listed,
            filter: filter, file: .text, imported: imported,
            service: Service(
                name: service.name, schema: .string, member: { .string(try $0.text(column)) },
                hint: service.hint),
            fact: isFact ? words : nil)
    }
}

extension UserField.Listed {
    static func text(_ column: StaticString, _ value: UserValue, isUsual: Bool = false) -> Self {
        Self(isUsual: isUsual) { .text(value.words(try $0.text(column), $1.language)) }
    }

    /// A time; a click on its header sorts the newest first.
    static func time(
        _ rising: UserFilter.Sort, _ falling: UserFilter.Sort,
        cell: @escaping @Sendable (Row, inout UserCells) throws -> UserCell
    ) -> Self {
        Self(isUsual: true, isNumber: true, sort: (rising, falling), cell: cell)
    }
}

extension UserField.Filter {
    /// Users with one of some values in a column, or with any other value. `read` returns a value as it is stored;
    /// `hidden` is left out unless it is chosen.
    static func values(
        of column: SQL, hiding hidden: String? = nil, found: SQL? = nil, parameter: ServiceParameter? = nil,
        read: @escaping @Sendable (String) -> String
    ) -> Self {
        Self(
            value: { ChosenValues($0, in: $1, read).encoded },
            condition: { value, _ in
                let chosen = ChosenValues(encoded: value, read)
                if let only = chosen.values.first, chosen.values.count == 1, !chosen.isNot {
                    return "\(column) = \(only)"
                }
                if chosen.isNot {
                    let all = chosen.values + (hidden.map { chosen.values.contains($0) ? [] : [$0] } ?? [])
                    return "\(column) <> all(\(all))"
                }
                return "\(column) = any(\(chosen.values))"
            }, isCounted: true,
            otherwise: hidden.map { "\(column) <> \($0)" }, found: found, parameter: parameter)
    }

    /// Users with exactly this text, or one of several.
    static func text(_ column: SQL, most: Int, found: SQL? = nil, parameter: ServiceParameter? = nil) -> Self {
        // Trimmed again after the cut: the filter's own address must give the same filter.
        values(of: column, found: found, parameter: parameter) { String($0.trimmingSpaces.prefix(most)).trimmingSpaces }
    }

    /// Users with any text in a column, or without one. The text itself is searched for, and stands in no address.
    static func presence(of column: SQL) -> Self {
        Self(
            value: { name, query in query[name].flatMap { Presence(rawValue: $0)?.rawValue } ?? "" },
            condition: { value, _ in value == Presence.missing.rawValue ? "\(column) = ''" : "\(column) <> ''" },
            isPresence: true)
    }

    enum Presence: String, CaseIterable, Sendable { case given, missing }

    /// Users of the last days, or of chosen dates.
    static func days(_ moment: SQL) -> Self {
        Self(
            value: { ChosenDays($0, in: $1)?.encoded ?? "" },
            condition: { ChosenDays(encoded: $0)?.condition(moment, now: $1) ?? "true" })
    }
}

extension [UserField] {
    subscript(_ name: String) -> UserField? { first { $0.name == name } }

    /// The named fields first, in this order, then all others in the table's order.
    func arranged(_ names: String...) -> [UserField] {
        names.compactMap { self[$0] } + filter { !names.contains($0.name) }
    }
}
