import HTML
import Postgres
import Sheets
import Templates

/// A list that can be imported from a file. This declaration produces everything else: template, mapping of columns,
/// preview, run, undo.
package protocol ImportDeclaration: Sendable {
    /// The list's menu path, stored with each import.
    static var list: String { get }
    static var title: StringKey { get }
    static var menu: StringKey { get }
    static var permission: Permission { get }
    /// The kind of its objects in the audit trail, which also has the words for fields and values.
    static var object: ObjectKind { get }
    /// True if its rows contain personal data: then viewing them is recorded, and requires step-up authentication.
    static var isPersonal: Bool { get }
    /// True if an object that an import added can still be viewed after the undo.
    static var staysWhenUndone: Bool { get }
    /// The column that rows of one entry share. These rows follow each other, and are checked, written and undone
    /// together. nil if each row is on its own.
    static var entryColumn: String? { get }
    /// Undoing an import deletes what it added; a tenant may require two admins for this act.
    static var undoGuard: GuardedAct? { get }
    static func columns(of tenant: Tenant, _ services: Services) -> [ImportColumn]
    /// The settings for the whole file, besides the columns.
    static var options: [ImportOption] { get }
    /// Choices for all rows of the file, besides the columns: which term its lessons are of. `columns` are those that the file's
    /// columns are mapped to. Asked again for each page and each check.
    static func choices(_ columns: [String], _ options: Set<String>, in tx: borrowing TenantTransaction) throws
        -> [ImportChoice]
    /// Converts a file that is neither a table of text nor a workbook, but that the list supports. The result makes a
    /// CSV with the list's own columns, with the options for it, in the transaction that stores it. nil for any other
    /// file. Runs outside any transaction.
    static func conversion(of file: [UInt8]) throws(SheetProblem) -> ImportConversion?
    /// What can be uploaded: endings for the browser's own window, and words. Those of a list with a conversion name
    /// its files too.
    static var fileEndings: String { get }
    static func fileHint(size: Formatted) -> LocalText
    /// Returns what the import would do with the rows. Changes and locks nothing.
    static func preview(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> [ImportVerdict]
    /// Checks again, and writes the rows whose objects are unchanged since the check; returns an event for each row
    /// that is written.
    static func write(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ImportVerdict], [AuditEvent])
    /// Undoes what is unchanged since it was written; returns the undone objects with their present versions.
    static func undo(
        _ rows: [ImportUndo], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ID: Int], [AuditEvent])
}

package enum Imports {
    /// The most bytes of a file.
    package static let largest = 32 << 20
    /// The most bytes of all stored files of a tenant, with their rows.
    package static let room = 2 << 30
    /// The number of days that an import is stored.
    package static let days = 30

    package static func hasRoom(for bytes: Int, in tx: borrowing TenantTransaction) throws -> Bool {
        try bytes <= roomLeft(in: tx)
    }

    /// The bytes that the tenant may still store.
    package static func roomLeft(in tx: borrowing TenantTransaction) throws -> Int {
        try room - (tx.first(ImportQueries.stored)?.int("bytes") ?? 0)
    }
}

package typealias ImportConversion =
    @Sendable (borrowing TenantTransaction) throws -> (
        csv: [UInt8], options: Set<String>
    )

extension ImportDeclaration {
    package static var undoGuard: GuardedAct? { nil }
    package static var options: [ImportOption] { [] }
    package static func choices(
        _ columns: [String], _ options: Set<String>, in tx: borrowing TenantTransaction
    ) throws -> [ImportChoice] { [] }
    package static func conversion(of file: [UInt8]) throws(SheetProblem) -> ImportConversion? { nil }
    package static var fileEndings: String { ".csv,.tsv,.txt,.xlsx" }
    package static func fileHint(size: Formatted) -> LocalText { Strings.import_file_hint(size: size) }
}

/// One of the list's columns, as a file may contain it.
package struct ImportColumn: Sendable {
    package let name: String
    package let label: LocalText
    /// Titles that people's files use for it, besides the label in every language and the name.
    package let alsoCalled: [String]
    package let isRequired: Bool
    package let examples: [String]
    /// The only possible values; empty if any value is possible.
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

    /// Returns the stored value for a typed one.
    package func meant(_ text: String) -> String { meanings.isEmpty ? text : meanings[text.lowercased()] ?? text }
}

/// A yes-or-no setting for all rows of a file; no by default.
package struct ImportOption: Sendable {
    package let name: String
    package let label: StringKey
    package let hint: StringKey

    package init(_ name: String, _ label: StringKey, hint: StringKey) {
        (self.name, self.label, self.hint) = (name, label, hint)
    }
}

/// A choice for all rows of a file. Among the options it is stored as `name=value`.
package struct ImportChoice: Sendable {
    package let name: String
    package let label: StringKey
    package let hint: StringKey
    package let values: [(value: String, words: String)]
    /// The value that is chosen as long as nobody has chosen; nil: whoever maps the columns must choose.
    package let usual: String?
    /// Beside the field if nothing is chosen; nil if a file can do without.
    package let required: StringKey?

    package init(
        _ name: String, _ label: StringKey, hint: StringKey, values: [(value: String, words: String)], usual: String?,
        required: StringKey?
    ) {
        (self.name, self.label, self.hint, self.values) = (name, label, hint, values)
        (self.usual, self.required) = (usual, required)
    }

    /// The chosen value among stored options; nil if the choice was never offered, empty if nothing is chosen.
    package static func value(_ name: String, among options: Set<String>) -> String? {
        let start = name + "="
        return options.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }

    /// The words of the chosen value; nil if nothing is chosen, or if what was chosen is gone.
    func words(among options: Set<String>) -> String? {
        let chosen = Self.value(name, among: options)
        return values.first { $0.value == chosen }?.words
    }
}

/// An item to import: a row of the file, or the rows of one entry.
package struct ImportItem: Sendable {
    /// A row's values of the list's columns. An empty cell gives no value, so the stored one stays.
    package struct Row: Sendable {
        package var number: Int
        package var values: [String: String]

        package init(number: Int, values: [String: String]) { (self.number, self.values) = (number, values) }
    }

    /// Never empty.
    package var rows: [Row]
    /// The object that it meant when it was checked, with its version; nil in the preview.
    package var seen: (object: ID?, version: Int)?
    /// The names of the chosen options.
    package var options: Set<String> = []

    package init(rows: [Row], seen: (object: ID?, version: Int)? = nil, options: Set<String> = []) {
        (self.rows, self.seen, self.options) = (rows, seen, options)
    }

    /// The values of the first row, which is the only one in most lists.
    package var values: [String: String] { rows.first?.values ?? [:] }
    package var number: Int { rows.first?.number ?? 0 }
}

package struct ImportChange: Sendable, Equatable {
    package var field: String
    package var old: String?
    package var new: String?
    /// The index of the item's row with the value, from 0.
    package var row = 0

    package init(field: String, old: String? = nil, new: String? = nil, row: Int = 0) {
        self.field = field
        self.old = old
        self.new = new
        self.row = row
    }
}

package struct ImportFault: Sendable {
    /// The column's name; nil if the whole row is invalid.
    package var field: String?
    package var text: LocalText
    /// The index of the item's invalid row, from 0.
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
    /// The stored version when it was checked, 0 for none; after writing, the new version.
    package var version = 0
    package var changes: [ImportChange] = []
    package var faults: [ImportFault] = []
    /// Values that no other item of the file may share: the object that it means, and its name if the list has one.
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

/// A written item to undo.
package struct ImportUndo: Sendable {
    package var object: ID
    package var version: Int
    package var wasAdded: Bool
    package var changes: [ImportChange]
}
