import HTML
import Postgres
import Sheets
import Templates
import Web

/// The form that maps the columns.
package struct ShowMatching<Declared: ImportDeclaration>: Viewing {
    package let id: ID

    package init(_ request: WebRequest) throws { id = try request.id("import") }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let found = try Import.one(id, of: Declared.list, in: tx, services)
        guard found.isMatched else { throw Refusal.notFound }
        return try MatchingForm<Declared>(found: found, matched: found.columns).page(in: tx, actor, services)
    }
}

/// Stores the mapping, and starts to check the rows by it.
package struct MatchImport<Declared: ImportDeclaration>: Changing {
    package let id: ID
    private let form: Query

    package init(_ request: WebRequest) throws {
        id = try request.id("import")
        form = request.form
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let found = try Import.one(id, of: Declared.list, locked: true, in: tx, services)
        guard found.isMatched else {
            throw Refusal.changed(try ShowImport<Declared>(id).run(in: tx, by: actor, services))
        }
        let matched = found.matched(form)
        let errors = ImportMatching.errors(matched, Declared.columns(of: actor.tenant, services))
        var options = found.options(Declared.self, form)
        let choices = try Declared.choices(matched, options, in: tx)
        let unchosen = found.choose(choices, form, &options)
        guard errors.isEmpty, unchosen.isEmpty else {
            throw Refusal.form(
                try MatchingForm<Declared>(
                    found: found, matched: matched, options: options, errors: errors, unchosen: unchosen
                ).page(in: tx, actor, services))
        }
        try tx.execute(ImportQueries.deleteRows(id))
        try tx.execute(ImportQueries.match(id, columns: matched, options: options.sorted()))
        try tx.execute(ImportQueries.transition(id, .checking, by: actor))
        try Jobs.add(ImportWork(tenant: tx.tenant, id: id), in: tx, by: actor, services)
        return Change(
            AuditEvent(
                .importMatched, on: .import, id,
                changes: [
                    .init("list", new: Declared.list),
                    .init("columns", new: matched.filter { !$0.isEmpty }.joined(separator: ", ")),
                ]),
            next: .to("\(Declared.base(actor))/\(id)"))
    }
}

extension Import {
    /// True if the rows can still be checked again: none of them was written.
    package var isMatched: Bool { state == .matching || state == .checked }

    /// Returns the columns of the form; a field that is not sent keeps its value: "check again" sends none.
    func matched(_ form: Query) -> [String] {
        columns.indices.map { form["column-\($0 + 1)"] ?? columns[$0] }
    }

    static func field(of option: ImportOption) -> String { "option-\(option.name)" }

    /// Returns the options of the form; an option that it doesn't send keeps its value.
    func options<Declared: ImportDeclaration>(_ declared: Declared.Type, _ form: Query) -> Set<String> {
        var chosen = options
        for option in declared.options {
            guard let answer = form[Self.field(of: option)] else { continue }
            if answer == "yes" { chosen.insert(option.name) } else { chosen.remove(option.name) }
        }
        return chosen
    }

    /// Puts the choices of the form among the options; one that the form doesn't send keeps its value. Returns the errors by the
    /// name of the choice.
    func choose(_ choices: [ImportChoice], _ form: Query, _ options: inout Set<String>) -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        for choice in choices {
            var value =
                form[Self.field(of: choice)] ?? ImportChoice.value(choice.name, among: options) ?? choice.usual ?? ""
            // What was chosen may be gone since.
            if !choice.values.contains(where: { $0.value == value }) { value = "" }
            options = options.filter { !$0.hasPrefix(choice.name + "=") }
            options.insert("\(choice.name)=\(value)")
            if value.isEmpty, let required = choice.required { errors[choice.name] = LocalText(required) }
        }
        return errors
    }

    static func field(of choice: ImportChoice) -> String { "option-\(choice.name)" }

    /// True if nothing in the file names its encoding.
    package var isGuessed: Bool { format == .csv && dialect.encoding.isGuess }
}

/// The mapping in the form, and its errors.
struct MatchingForm<Declared: ImportDeclaration> {
    var found: Import
    var matched: [String]
    /// nil: the stored options.
    var options: Set<String>?
    /// The chosen encoding in which the file can't be read; nil: the file's own.
    var chosen: CSVDialect.Encoding?
    var errors: [Int: LocalText] = [:]
    /// By the name of the choice.
    var unchosen: [String: LocalText] = [:]

    private func encoding(_ language: Language, _ action: Link) -> ImportMatchingPage.Encoding {
        .init(
            choice: Choice(
                ReadImportAs<Declared>.field, label: LocalText(Strings.import_encoding),
                options: CSVDialect.Encoding.allCases.filter(\.isGuess).map { encoding in
                    .init(
                        value: encoding.rawValue, label: LocalText(Self.label(encoding)).resolve(in: language),
                        isSelected: encoding == chosen ?? found.dialect.encoding)
                }), action: action)
    }

    private static func label(_ encoding: CSVDialect.Encoding) -> StringKey {
        switch encoding {
        case .windows1251: Strings.import_encoding_cyrillic
        case .windows1256: Strings.import_encoding_arabic
        case .utf8, .utf16le, .utf16be, .windows1252: Strings.import_encoding_western
        }
    }

    private func decisions(_ language: Language) -> [Choice] {
        Declared.options.map { option in
            let isOn = (options ?? found.options).contains(option.name)
            return Choice(
                Import.field(of: option), label: LocalText(option.label),
                options: [("no", Strings.form_no, !isOn), ("yes", Strings.form_yes, isOn)].map {
                    .init(value: $0.0, label: LocalText($0.1).resolve(in: language), isSelected: $0.2)
                }, hint: LocalText(option.hint))
        }
    }

    private func choices(in tx: borrowing TenantTransaction) throws -> [Choice] {
        let options = options ?? found.options
        return try Declared.choices(matched, options, in: tx).map { choice in
            let chosen = ImportChoice.value(choice.name, among: options) ?? choice.usual ?? ""
            let none = Choice.Option(value: "", label: "—", isSelected: chosen.isEmpty)
            return Choice(
                Import.field(of: choice), label: LocalText(choice.label),
                options: [none]
                    + choice.values.map { .init(value: $0.value, label: $0.words, isSelected: $0.value == chosen) },
                hint: LocalText(choice.hint), error: unchosen[choice.name])
        }
    }

    func page(in tx: borrowing TenantTransaction, _ actor: Actor, _ services: Services) throws -> ImportMatchingPage {
        let columns = Declared.columns(of: actor.tenant, services)
        let base = Declared.base(actor)
        let options =
            [("", LocalText(Strings.import_left_out).resolve(in: actor.language))]
            + columns.map { ($0.name, $0.label.resolve(in: actor.language)) }
        let asked = try self.choices(in: tx)
        let choices = found.head.titles.indices.map { index in
            let title = found.head.titles[index]
            let samples = found.head.samples.compactMap {
                $0.indices.contains(index) && !$0[index].isEmpty ? $0[index] : nil
            }
            return Choice(
                "column-\(index + 1)",
                label: title.isEmpty ? Strings.import_untitled(number: index + 1) : Strings.import_column(title: title),
                options: options.map { .init(value: $0.0, label: $0.1, isSelected: $0.0 == matched[index]) },
                hint: samples.isEmpty ? nil : Strings.import_samples(samples: samples.joined(in: actor.language)),
                error: errors[index])
        }
        return ImportMatchingPage(
            frame: Declared.frame(found.head.fileName, actor, services), action: "\(base)/\(found.id)/matching",
            guess: found.isGuessed
                ? Strings.import_guessed(encoding: LocalText(Self.label(found.dialect.encoding))) : nil,
            encoding: found.isGuessed ? encoding(actor.language, "\(base)/\(found.id)/encoding") : nil,
            choices: choices, options: asked + decisions(actor.language), advice: Declared.advice, cancel: base)
    }
}
