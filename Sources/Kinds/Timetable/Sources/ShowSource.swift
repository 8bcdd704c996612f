import Console
import HTML
import Postgres
import Templates
import Web

/// The other server from which the timetable is fetched: its form, and the result of the last fetch.
struct ShowSource: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let stored = try TimetableSource.find(in: tx)
        var values = stored?.values ?? BasicValues()
        if stored == nil { values["frequency"] = TimetableSource.Frequency.never.rawValue }
        var page = SourceForm(values: values, stored: stored).page(actor, services)
        if let stored {
            page.trail = try ObjectTrail.card(
                of: stored.id, .timetableSource, Strings.timetable_trail, in: tx, by: actor, services)
        }
        return page
    }
}

struct SourceForm {
    static let path = "timetable-source"

    var values: BasicValues
    var errors: [String: LocalText] = [:]
    var stored: TimetableSource?
    var conflict: Conflict?

    func page(_ actor: Actor, _ services: Services) -> SourcePage {
        func words(_ time: Int64?) -> String? {
            time.map { DateStyle(actor.language).dateTime(LocalTime(microseconds: Int($0))) }
        }
        let here = actor.link(Self.path)
        let imports = actor.link("\(LessonImport.list)/import")
        var page = SourcePage(
            frame: actor.frame(LocalText(Strings.timetable_source), services, current: Self.path), action: here,
            inputs: TimetableSource.fields.map { input($0, actor.language) },
            problem: stored?.problem.map { LocalText($0.label) }, last: words(stored?.fetchedAt),
            next: words(stored?.nextAt), lastImport: stored?.importID.map { "\(imports)/\($0)" }, imports: imports,
            fetch: stored.map { "\(here)/\($0.id)/fetch" })
        page.conflict = conflict
        if let stored {
            page.hidden =
                [HiddenValue("version", String(stored.version))]
                + TimetableSource.fields.map { HiddenValue("was_" + $0.key, stored.values[$0.key]) }
        }
        return page
    }

    private func input(_ field: BasicField, _ language: Language) -> BasicInput {
        let (value, label, hint) = (values[field.key], LocalText(field.label), field.hint.map { LocalText($0) })
        let options: [(value: String, words: StringKey)]
        switch field.form {
        case .choice(let choices): options = choices
        case .tick: options = [("yes", Strings.form_yes), ("no", Strings.form_no)]
        default:
            return BasicInput(
                field: Field(
                    field.key, label: label, value: value, hint: hint, error: errors[field.key],
                    isRequired: field.isRequired))
        }
        return BasicInput(
            choice: Choice(
                field.key, label: label,
                options: options.map {
                    .init(
                        value: $0.value, label: LocalText($0.words).resolve(in: language),
                        isSelected: $0.value == (value.isEmpty ? "no" : value))
                }, hint: hint, error: errors[field.key]))
    }
}
