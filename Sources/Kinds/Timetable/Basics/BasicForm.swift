import Console
import HTML
import Postgres
import Templates
import Web

/// The page with the form for one row of a timetable's basic data.
struct BasicForm<Data: BasicData> {
    var values = BasicValues()
    var errors: [String: LocalText] = [:]
    var conflict: Conflict?
    /// nil for a new row; for an existing one its version, and the values with which the form was opened.
    var opened: (id: ID, version: Int, was: BasicValues)?
    /// A notice at the top, if the page is the response to an action that failed.
    var notice: StringKey?

    /// Finds all that is wrong at once. What concerns several fields is said as well while another field is wrong by itself; of
    /// two reasons beside one field its own counts.
    mutating func check(in tx: borrowing TenantTransaction) throws {
        for field in Data.fields { errors[field.key] = field.fault(values[field.key]) }
        var more: [String: LocalText] = [:]
        Data.check(values, &more)
        errors.merge(more) { own, _ in own }
        if let unique = Data.unique, errors[unique.field] == nil,
            try tx.first(Data.taken(values[unique.field], except: opened?.id)) != nil
        {
            errors[unique.field] = LocalText(Strings.timetable_error_taken)
        }
    }

    /// Shows an error beside the field if a name was taken since `check`: only the index knows that for sure. The same applies
    /// to a choice that was deleted meanwhile.
    func save(_ statement: SQL, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        do {
            // What reads the form's choices afterwards finds the transaction as it was before the error.
            try tx.undoing { tx in _ = try tx.execute(statement) }
        } catch let error as DatabaseError {
            // A faculty that is not there, or not any more: the form offers those that are.
            if error.sqlState == "23503" { throw Refusal.notFound }
            guard let unique = Data.unique, error.violates(unique: unique.index) else { throw error }
            var refused = self
            refused.errors[unique.field] = LocalText(Strings.timetable_error_taken)
            throw Refusal.form(try refused.page(in: tx, by: actor, services))
        }
    }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> BasicFormPage {
        var choices: [String: [(value: String, words: String)]] = [:]
        for field in Data.fields {
            guard case .found(let found) = field.form else { continue }
            choices[field.key] = try tx.rows(found).map { (try $0.text("value"), try $0.text("words")) }
        }
        let list = actor.link(to: Data.list)
        let heading = LocalText(opened == nil ? Data.words.add : Data.words.edit)
        var frame = actor.frame(heading, services, current: Data.list.path, crumb: (LocalText(Data.list.title), list))
        if let notice { frame.flash = Flash(warning: LocalText(notice)) }
        var hidden: [HiddenValue] = []
        if let opened {
            hidden =
                [HiddenValue("version", String(opened.version))]
                + Data.fields.map { HiddenValue("was_" + $0.key, opened.was[$0.key]) }
        }
        var page = BasicFormPage(
            frame: frame, action: opened.map { "\(list)/\($0.id)" } ?? list,
            inputs: Data.fields.enumerated().map { index, field in
                input(field, hasFocus: index == 0 && opened == nil, choices[field.key], actor.language)
            },
            hidden: hidden, conflict: conflict, delete: opened.map { "\(list)/\($0.id)/deletion" }, cancel: list)
        page.related = opened.flatMap { Data.related($0.id, actor) }
        return page
    }

    private func input(
        _ field: BasicField, hasFocus: Bool, _ found: [(value: String, words: String)]?, _ language: Language
    ) -> BasicInput {
        let (value, error, label) = (values[field.key], errors[field.key], LocalText(field.label))
        let hint = field.hint.map { LocalText($0) }
        func choice(_ options: [(value: String, words: String)]) -> BasicInput {
            .init(
                choice: Choice(
                    field.key, label: label,
                    options: options.map { .init(value: $0.value, label: $0.words, isSelected: $0.value == value) },
                    hint: hint, error: error))
        }
        switch field.form {
        case .day:
            return .init(
                field: .day(
                    field.key, label, value, language, hint: hint, error: error, isRequired: field.isRequired))
        case .text, .number:
            var (mode, shown) = ("text", value)
            if case .number = field.form { (mode, shown) = ("numeric", NumberStyle(language).typed(value)) }
            return .init(
                field: Field(
                    field.key, label: label, value: shown, hint: hint, error: error, inputMode: mode,
                    isRequired: field.isRequired, hasFocus: hasFocus))
        case .choice(let choices):
            return choice(choices.map { ($0.value, LocalText($0.words).resolve(in: language)) })
        case .found:
            return choice([(value: "", words: "—")] + (found ?? []))
        case .tick:
            return choice([
                ("yes", LocalText(Strings.form_yes).resolve(in: language)),
                ("no", LocalText(Strings.form_no).resolve(in: language)),
            ])
        }
    }
}
