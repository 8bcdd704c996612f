import HTML
import Postgres
import Templates
import Web

/// Finds classes that a file names: by name, or by name and term if several share the name. Archived classes are not
/// found.
struct ImportedClasses {
    struct Named: Sendable {
        let id: ID
        let name: String
        let term: String

        /// The form that Roost's files use.
        var words: String { "\(name) · \(term)" }
    }

    static let separator = ";"

    private var byName: [String: [Named]] = [:]
    private var students: [ID: Int] = [:]

    init(in tx: borrowing TenantTransaction) throws {
        for row in try tx.rows(StudentImportQueries.classes) {
            let one = Named(id: try row.id("id"), name: try row.text("name"), term: try row.text("term"))
            byName[one.name.lowercased(), default: []].append(one)
            byName[one.words.lowercased(), default: []].append(one)
            students[one.id] = try row.int("students")
        }
    }

    /// The error in one name of a cell.
    struct Unreadable: Error { let text: LocalText }

    /// Returns all classes that a cell names; a class may have the separator in its own name.
    func find(_ cell: String) throws(Unreadable) -> [Named] {
        if let only = byName[cell.trimmingSpaces.lowercased()], only.count == 1 { return only }
        var found: [Named] = []
        for part in cell.split(separator: Self.separator) {
            let name = String(part).trimmingSpaces
            guard !name.isEmpty else { continue }
            let named = byName[name.lowercased()] ?? []
            guard let one = named.first else {
                throw Unreadable(text: Strings.gradebook_import_no_class(name: name.columnPrefix(60)))
            }
            guard named.count == 1 else {
                throw Unreadable(text: Strings.gradebook_import_classes_alike(name: name.columnPrefix(60)))
            }
            if !found.contains(where: { $0.id == one.id }) { found.append(one) }
        }
        return found
    }

    /// Counts one more student in a class; returns false if the class is full.
    mutating func takesOneMore(_ id: ID) -> Bool {
        let count = students[id] ?? 0
        guard count < Book.mostStudents else { return false }
        students[id] = count + 1
        return true
    }
}
