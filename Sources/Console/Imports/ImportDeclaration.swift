import HTML
import Postgres
import Sheets
import Templates

/// A list that can be filled from a file. Everything else (template, matching, dry run, run, undo) follows from this.
package protocol ImportDeclaration: Sendable {
    /// The list's menu path, stored with each import.
    static var list: String { get }
    static var title: StringKey { get }
    static var menu: StringKey { get }
    static var permission: Permission { get }
    /// What the audit trail calls its objects; the words of fields and values come from there.
    static var object: ObjectKind { get }
    /// Its rows are about people: looking at them is recorded, and a code is asked for.
    static var isPersonal: Bool { get }
    /// What an import added can still be looked at when it was taken back.
    static var staysWhenUndone: Bool { get }
    /// The column that rows of one entry have in common. They stand below each other, and are judged, written and taken
    /// back as one. nil where each row is by itself.
    static var entryColumn: String? { get }
    /// Taking an import back deletes what it added, for which a tenant may want two admins.
    static var undoGuard: GuardedAct? { get }
    static func columns(of tenant: Tenant, _ services: Services) -> [ImportColumn]
    /// What somebody decides beside the columns, for the whole file.
    static var options: [ImportOption] { get }
    /// A file that is neither a table of text nor a workbook, and that the list reads all the same: what makes a CSV with the list's
    /// own columns of it, with options that go for it, in the transaction that stores it. nil for any other file. Paid outside of every transaction.
    static func conversion(of file: [UInt8]) throws(SheetProblem) -> ImportConversion?
    /// What would become of the rows. Changes nothing and holds nothing.
    static func preview(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> [ImportVerdict]
    /// Judges again, and writes what is still as it was seen; with an event for each row that is changed.
    static func write(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ImportVerdict], [AuditEvent])
    /// Takes back what is still as it was written; those that are done, with their version now.
    static func undo(
        _ rows: [ImportUndo], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ID: Int], [AuditEvent])
}

package enum Imports {
    /// Bytes of a file.
    package static let largest = 32 << 20
    /// Bytes of all files of a tenant and their rows together, for as long as they are kept.
    package static let room = 2 << 30
    /// Days that an import is kept for.
    package static let days = 30

    package static func hasRoom(for bytes: Int, in tx: borrowing TenantTransaction) throws -> Bool {
        try (tx.first(ImportQueries.stored)?.int("bytes") ?? 0) + bytes <= room
    }
}

package typealias ImportConversion =
    @Sendable (borrowing TenantTransaction) throws -> (
        csv: [UInt8], options: Set<String>
    )

extension ImportDeclaration {
    package static var undoGuard: GuardedAct? { nil }
    package static var options: [ImportOption] { [] }
    package static func conversion(of file: [UInt8]) throws(SheetProblem) -> ImportConversion? { nil }
}

/// One of the list's columns, as a file may have it.
package struct ImportColumn: Sendable {
    package let name: String
    package let label: LocalText
    /// Titles under which people's files have it, beside the label in every language and the name.
    package let alsoCalled: [String]
    package let isRequired: Bool
    package let examples: [String]
    /// The only values; empty where any is possible.
    package let choices: [String]
    package let hint: LocalText
    /// The choices, and values that are known among others, by how people may write them: the value, or its word in any language.
    private let meanings: [String: String]

    package init(
        name: String, label: StringKey, alsoCalled: [String] = [], isRequired: Bool = false, examples: [String],
        choices: [String] = [],
        words: (String, Language) -> String = { value, _ in value }, hint: StringKey
    ) {
        self.init(
            name: name, label: LocalText(label), alsoCalled: alsoCalled, isRequired: isRequired, examples: examples,
            choices: choices,
            words: words, hint: LocalText(hint))
    }

    package init(
        name: String, label: LocalText, alsoCalled: [String] = [], isRequired: Bool = false, examples: [String],
        choices: [String] = [], known: [String] = [],
        words: (String, Language) -> String = { value, _ in value }, hint: LocalText
    ) {
        (self.name, self.label, self.alsoCalled, self.isRequired) = (name, label, alsoCalled, isRequired)
        (self.examples, self.choices, self.hint) = (examples, choices, hint)
        let ways = (choices + known).flatMap { choice in
            [(choice.lowercased(), choice)] + Language.allCases.map { (words(choice, $0).lowercased(), choice) }
        }
        meanings = Dictionary(ways) { first, _ in first }
    }

    /// The stored value that somebody means.
    package func meant(_ text: String) -> String { meanings.isEmpty ? text : meanings[text.lowercased()] ?? text }
}

/// A yes or no that goes for all rows of a file; no until somebody says yes.
package struct ImportOption: Sendable {
    package let name: String
    package let label: StringKey
    package let hint: StringKey

    package init(_ name: String, _ label: StringKey, hint: StringKey) {
        (self.name, self.label, self.hint) = (name, label, hint)
    }
}

/// What is on its way to the list: a row of the file, or the rows of one entry.
package struct ImportItem: Sendable {
    /// What a row gives of the list's columns. An empty cell gives nothing, so what is stored stays.
    package struct Row: Sendable {
        package var number: Int
        package var values: [String: String]

        package init(number: Int, values: [String: String]) { (self.number, self.values) = (number, values) }
    }

    /// Never none.
    package var rows: [Row]
    /// What it meant when it was judged, and in which version; nil for a first look.
    package var seen: (object: ID?, version: Int)?
    /// The names of those that were said yes to.
    package var options: Set<String> = []

    package init(rows: [Row], seen: (object: ID?, version: Int)? = nil, options: Set<String> = []) {
        (self.rows, self.seen, self.options) = (rows, seen, options)
    }

    /// The first row's, which is the only one in most lists.
    package var values: [String: String] { rows.first?.values ?? [:] }
    package var number: Int { rows.first?.number ?? 0 }
}

package struct ImportChange: Sendable, Equatable {
    package var field: String
    package var old: String?
    package var new: String?
    /// Which of the item's rows says so, from 0 on.
    package var row = 0

    package init(field: String, old: String? = nil, new: String? = nil, row: Int = 0) {
        self.field = field
        self.old = old
        self.new = new
        self.row = row
    }
}

package struct ImportFault: Sendable {
    /// The column's name; nil when it is about the whole row.
    package var field: String?
    package var text: LocalText
    /// Which of the item's rows it is about, from 0 on.
    package var row = 0

    package init(field: String? = nil, text: LocalText, row: Int = 0) {
        self.field = field
        self.text = text
        self.row = row
    }
}

package struct ImportVerdict: Sendable {
    package enum State: String, Sendable { case new, changed, unchanged, wrong }
    package var state: State
    package var object: ID?
    /// Stored when it was looked at, 0 for none; after writing, the one that is stored then.
    package var version = 0
    package var changes: [ImportChange] = []
    package var faults: [ImportFault] = []
    /// What no other item of the file may have as well: the object that is meant, and its name where a list has such.
    package var marks: (object: String?, name: String?) = (nil, nil)

    package init(
        state: State, object: ID? = nil, version: Int = 0, changes: [ImportChange] = [], faults: [ImportFault] = [],
        marks: (object: String?, name: String?) = (nil, nil)
    ) {
        self.state = state
        self.object = object
        self.version = version
        self.changes = changes
        self.faults = faults
        self.marks = marks
    }
}

/// What was written, on its way back.
package struct ImportUndo: Sendable {
    package var object: ID
    package var version: Int
    package var wasAdded: Bool
    package var changes: [ImportChange]
}
