import HTML
import Postgres

/// A table with data about the users of an app (`Feature.personalData`): what a person gets on request, what an
/// erasure does with it, and how long it is stored otherwise. If a table with a user's id has no declaration, the
/// contract tests fail.
///
/// Names are literals like those of every statement, so that statements can be built from them.
package struct PersonalTable: Sendable {
    /// What an erasure does with a person's rows.
    package enum Erasure: Sendable {
        case deleted
        /// The rows stay without personal data: each column gets its value.
        case emptied([(column: SQL, value: SQL)])
        /// The rows stay unchanged.
        case kept(Reason)
    }

    package enum Reason: Sendable {
        /// The law requires records of sales and payments. They identify nobody once the user's own row is emptied.
        case bookkeeping
        /// The audit trail is evidence. Its data about a person is sealed with the person's key, which is deleted.
        case trail
    }

    /// How long a row is stored while its user exists.
    package enum Period: Sendable {
        case asLongAsUser
        /// Until the work to which it belongs has ended and was deleted: an import, a bulk action, an approval.
        case asLongAsWork
        /// As long as the law requires records of payments.
        case bookkeeping
        /// As long as the tenant's audit trail.
        case trail
    }

    /// The time from which a row's age counts, if a tenant may choose how long rows are stored.
    package struct Aging: Sendable {
        /// A column, preceded by `found.`, which is the alias of the table.
        package let at: SQL
        /// The rows to which a period applies; nil: all.
        package let only: SQL?
        package let hint: StringKey?
        /// Deletes at most `limit` of them and returns `n`, if the application's role may not delete them itself; nil
        /// if it may.
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
    /// The columns that the person gets. Columns that only link rows are not included, nor sealed ones.
    package let columns: [SQL]
    /// What the person gets of each row besides its columns, computed of the row `found`: to what it belongs, by its id, and in words what
    /// the columns have as keys. It is not stored in the row, so an erasure has nothing to do with it.
    package let derived: [(name: SQL, value: SQL)]
    /// Which of them are sums of money; nil for none.
    package let sums: PersonalSums?
    /// Columns with the ids of the person's own pictures.
    package let images: [SQL]
    /// Of a table of files that the person has uploaded; nil for any other.
    package let files: PersonalFiles?
    /// What its rows are called, for the person and for admins.
    package let label: StringKey
    package let erased: Erasure
    package let kept: Period
    /// nil: tenants can't choose the period.
    package let aging: Aging?

    package init(
        _ table: SQL, _ label: StringKey, user: SQL = "user_id", columns: [SQL],
        derived: [(name: SQL, value: SQL)] = [], sums: PersonalSums? = nil, images: [SQL] = [],
        files: PersonalFiles? = nil, erased: Erasure,
        kept: Period = .asLongAsUser,
        aging: Aging? = nil
    ) {
        self.aging = aging
        self.table = table
        self.label = label
        self.user = user
        self.columns = columns
        self.derived = derived
        self.sums = sums
        self.images = images
        self.files = files
        self.erased = erased
        self.kept = kept
    }
}

/// Columns with sums of money in minor units. The file for programs has them so; the one for people has each as it is
/// written, with its currency.
package struct PersonalSums: Sendable {
    package let columns: [SQL]
    /// The column with their currency.
    package let currency: SQL

    package init(_ columns: [SQL], in currency: SQL = "currency") {
        (self.columns, self.currency) = (columns, currency)
    }

    /// Returns the cells of a row with its sums as people write them: `4.99 EUR`.
    package func written(_ cells: [String], _ names: [String]) -> [String] {
        guard let place = names.firstIndex(of: currency.name), let code = cells.dropFirst(place).first, !code.isEmpty
        else { return cells }
        let sums = Set(columns.map(\.name))
        return zip(names, cells).map { name, cell in
            guard sums.contains(name), let minor = Int(cell) else { return cell }
            return "\(Money(minor, Currency(stored: code)).text) \(code)"
        }
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
        /// Sealed values are opened, shortened and sealed again. Returns the number of rows.
        case rewritten(@Sendable (borrowing TenantTransaction, InstallationKeys) throws -> Int)
    }

    package let table: SQL
    package let label: StringKey
    /// The condition for the tenant's rows that may contain personal data.
    package let condition: SQL
    package let erased: Erasure

    package init(_ table: SQL, _ label: StringKey, where condition: SQL, erased: Erasure) {
        self.table = table
        self.label = label
        self.condition = condition
        self.erased = erased
    }
}

/// What admins call things that are about no user, and may name one all the same (`Feature.personalNames`). Where such a name names
/// somebody who is erased, it is replaced.
package struct PersonalNames: Sendable {
    package let table: SQL
    package let label: StringKey
    package let column: SQL
    /// What it is called then.
    package let replacement: SQL

    package init(_ table: SQL, _ label: StringKey, column: SQL, replacement: SQL) {
        self.table = table
        self.label = label
        self.column = column
        self.replacement = replacement
    }
}
