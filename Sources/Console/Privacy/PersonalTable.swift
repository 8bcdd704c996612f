import HTML
import Postgres

/// A table that holds something about the users of an app (`Feature.personalData`): what is told to a person who asks, what becomes of
/// it when the person is erased, how long it is kept otherwise. A table with a user's id that declares nothing fails the contract tests.
///
/// Names are literals like those of every statement, so that statements can be made of them.
package struct PersonalTable: Sendable {
    /// What becomes of a person's rows when the person is erased.
    package enum Erasure: Sendable {
        case deleted
        /// The rows stay, and say nothing about anybody: each column gets its value.
        case emptied([(column: SQL, value: SQL)])
        /// They stay as they are.
        case kept(Reason)
    }

    package enum Reason: Sendable {
        /// The law wants the records of what was sold and paid. They name nobody once the user's own row is emptied.
        case bookkeeping
        /// The trail is evidence. What it says about a person is sealed with the person's key, which is deleted.
        case trail
    }

    /// How long a row is kept while its user stays.
    package enum Period: Sendable {
        case asLongAsUser
        /// Until what it is a part of is over and forgotten: an import, a bulk action, an approval.
        case asLongAsWork
        /// As long as the law wants the records of payments.
        case bookkeeping
        /// As long as the tenant's trail.
        case trail
    }

    /// From when a row counts as old, where a tenant may say how long rows are kept.
    package struct Aging: Sendable {
        /// A column, `found.` before it: the table's rows are called so.
        package let at: SQL
        /// Which rows a period counts for; nil: all.
        package let only: SQL?
        package let hint: StringKey?
        /// Removes at most so many of them and answers with `n`, where the application itself may not; nil: it may.
        package let removal: (@Sendable (_ limit: Int) -> SQL)?

        package init(
            _ at: SQL, only: SQL? = nil, hint: StringKey? = nil, removal: (@Sendable (_ limit: Int) -> SQL)? = nil
        ) {
            self.at = at
            self.only = only
            self.hint = hint
            self.removal = removal
        }
    }

    package let table: SQL
    /// The column with the user's id.
    package let user: SQL
    /// What the person is told of. What only holds rows together is not among them, nor what is sealed.
    package let columns: [SQL]
    /// Columns with the ids of pictures that are the person's own.
    package let images: [SQL]
    /// Of a table of files that the person has uploaded; nil for any other.
    package let files: PersonalFiles?
    /// What its rows are called; nil: by the table's name.
    package let label: StringKey?
    package let erased: Erasure
    package let kept: Period
    /// nil: no tenant chooses.
    package let aging: Aging?

    package init(
        _ table: SQL, _ label: StringKey? = nil, user: SQL = "user_id", columns: [SQL], images: [SQL] = [],
        files: PersonalFiles? = nil, erased: Erasure, kept: Period = .asLongAsUser, aging: Aging? = nil
    ) {
        self.aging = aging
        self.table = table
        self.label = label
        self.user = user
        self.columns = columns
        self.images = images
        self.files = files
        self.erased = erased
        self.kept = kept
    }
}

/// Where the rows of a table hold files: each goes into the archive of its person as it is.
package struct PersonalFiles: Sendable {
    /// Sealed for the table's own column and the row's id.
    package let content: SQL
    /// The column with its media type.
    package let type: SQL

    package init(content: SQL, type: SQL) {
        self.content = content
        self.type = type
    }
}

/// What may hold somebody's data though no column says whose it is: a file, a search, sealed contents (`Feature.personalRemains`).
/// Whatever of it is there when anybody is erased goes with them.
package struct PersonalRemains: Sendable {
    package enum Erasure: Sendable {
        case deleted
        case emptied([(column: SQL, value: SQL)])
        /// Sealed values are opened, shortened and sealed again. Returns how many rows it were.
        case rewritten(@Sendable (borrowing TenantTransaction, InstallationKeys) throws -> Int)
    }

    package let table: SQL
    package let label: StringKey?
    /// Of its rows in the tenant, those that may hold somebody.
    package let condition: SQL
    package let erased: Erasure

    package init(_ table: SQL, _ label: StringKey? = nil, where condition: SQL, erased: Erasure) {
        self.table = table
        self.label = label
        self.condition = condition
        self.erased = erased
    }
}
