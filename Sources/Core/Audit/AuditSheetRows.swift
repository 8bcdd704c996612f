import Console
import HTML
import Postgres
import Secrets
import Sheets
import Templates

/// The cells of an event in a file, from a row of `AuditQueries.export`: codes as words, changes as one text, sealed
/// values opened if the admin may see them.
struct AuditSheetRows: SheetRowMaking {
    enum Problem: Error { case malformed }

    let trail: AuditTrail
    let tenant: ID
    let seesUsers: Bool
    let language: Language
    let names: AuditedNames
    /// The keys of the latest persons: for a person with many changes, the key is unwrapped once.
    private var keys: [ID: DataKey] = [:]

    init(trail: AuditTrail, tenant: ID, seesUsers: Bool, language: Language, names: AuditedNames) {
        self.names = names
        self.trail = trail
        self.tenant = tenant
        self.seesUsers = seesUsers
        self.language = language
    }

    mutating func write(_ fields: [UnsafeRawBufferPointer?], to sheet: any SheetWriter) throws {
        guard fields.count == 15, let number = fields[0], let at = fields[1], number.count == 8, at.count == 8,
            let id = fields[11]
        else { throw Problem.malformed }
        func text(_ index: Int) -> String { fields[index].map { String(decoding: $0, as: UTF8.self) } ?? "" }
        let (action, kind) = (text(4), text(5))
        sheet.integer(Int64(bigEndian: number.loadUnaligned(as: Int64.self)))
        // PostgreSQL counts microseconds from 2000, in the tenant's zone; sheets count from 1970.
        sheet.time(Int64(bigEndian: at.loadUnaligned(as: Int64.self)) &+ 946_684_800_000_000)
        sheet.text(text(2))
        sheet.text(AuditWords.address(text(3), language))
        sheet.text(AuditAction(id: action)?.alone(language) ?? said(Strings.audit_other))
        sheet.text(action)
        sheet.text(ObjectKind(id: kind).map { said($0.label) } ?? kind)
        let object = fields[7].flatMap { names.name(ID(bytes: $0), of: kind) }
        sheet.text(text(6).isEmpty ? object ?? "" : text(6))
        if let object = fields[7] { sheet.uuid(object) } else { sheet.empty() }
        sheet.text(try changes(text(8), of: kind, sealed: fields[13].map { Array($0) }, event: ID(bytes: id), fields))
        sheet.text(text(9))
        sheet.text(text(10))
        sheet.uuid(id)
    }

    private func said(_ key: StringKey) -> String { LocalText(key).resolve(in: language) }

    /// "Plan: free → premium; E-mail: …"
    private mutating func changes(
        _ open: String, of kind: String, sealed: [UInt8]?, event: ID, _ fields: [UnsafeRawBufferPointer?]
    ) throws -> String {
        let (words, names) = (AuditWords(kind: kind, language: language), names)
        let arrow = language.direction == "rtl" ? "←" : "→"
        func line(_ change: AuditEvent.Change) -> String {
            let object = words.reference(change.field)
            func value(_ text: String) -> String {
                object.flatMap { names.words(text, of: $0) }
                    ?? (change.isPersonal ? words.value : words.yesOrNo)(text, change.field)
            }
            let (old, new) = (change.old.map(value), change.new.map(value))
            return words.label(change.field) + ": " + (old.map { "\($0) \(arrow) \(new ?? "")" } ?? new ?? "")
        }
        var parts = (AuditChangesText.read(open, isPersonal: false) ?? []).map(line)
        if let sealed {
            if !seesUsers {
                parts.append(said(Strings.audit_hidden))
            } else {
                do {
                    parts += try opened(sealed, event, fields)?.map(line) ?? [said(Strings.audit_erased)]
                } catch is SealError {
                    parts.append(said(Strings.audit_unreadable))
                }
            }
        }
        return parts.joined(separator: "; ")
    }

    /// Returns nil if the person's key was destroyed.
    private mutating func opened(
        _ sealed: [UInt8], _ event: ID, _ fields: [UnsafeRawBufferPointer?]
    ) throws -> [AuditEvent.Change]? {
        guard let subject = fields[12].map({ ID(bytes: $0) }), let wrapped = fields[14] else { return nil }
        if keys[subject] == nil {
            if keys.count > 5000 { keys.removeAll() }
            keys[subject] = try trail.subjectKey(Array(wrapped), of: subject, tenant: tenant)
        }
        return try trail.open(sealed, of: event, with: keys[subject], tenant: tenant)
    }
}
