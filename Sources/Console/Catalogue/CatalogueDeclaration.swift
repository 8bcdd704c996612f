import HTML
import JSON
import Postgres
import Templates

/// A catalogue: the fields of its entries, their names, and the data that apps get. This declaration produces drafts,
/// reviews, schedules, versions, the list, the form and the pages, in the same way for every catalogue.
package struct CatalogueDeclaration: Sendable {
    /// The path of its address, and the catalogue's name in the table: `texts`.
    package var path: String
    package var title: StringKey
    package var icon: String
    /// “Add a text”
    package var add: StringKey
    package var empty: (title: StringKey, advice: StringKey)
    package var fields: [ContentField]
    /// Repeated fields: questions, the fields of a form, prices.
    package var groups: [ContentGroup] = []
    /// The field with an entry's name, in the tenant's first language.
    package var name: String
    /// Apps show the entries in an order that admins choose.
    package var isOrdered = false
    /// The act that publishing counts as, if the tenant requires a second admin for it.
    package var guarded: GuardedAct?
    /// Pages besides an entry's own.
    package var related: [RelatedLink] = []
    /// The values with which the form of a new entry opens.
    package var start = Content()
    /// Returns why no entry can be published now, whatever its content; nil if there is no reason.
    package var obstacle: @Sendable (borrowing TenantTransaction, Actor) throws -> LocalText? = { _, _ in nil }
    /// Returns why apps can't do without what an act took from them; nil if they can. It gets the content that apps had,
    /// and runs after the act, which is rolled back if there is a reason.
    package var loss: (@Sendable (borrowing TenantTransaction, Actor, Content) throws -> LocalText?)?
    /// The place of its feature: apps of other tenants get nothing of it.
    package private(set) var place = Place.everyTenant
    /// Returns errors that concern more than a single field.
    package var check: @Sendable (Content, [String]) -> [String: LocalText] = { _, _ in [:] }
    /// The text that a phone shows, in a language: a headline that may be empty, and a text.
    package var preview: @Sendable (Content, String) -> (headline: String, text: String)

    /// The numbers and tables that an entry's page shows beside the phones; nil for none.
    package var shows: (@Sendable (borrowing TenantTransaction, Actor, CatalogueEntry, Content) throws -> EntryShown)?

    package init(
        path: String, title: StringKey, icon: String, add: StringKey, empty: (title: StringKey, advice: StringKey),
        fields: [ContentField], groups: [ContentGroup] = [], name: String, isOrdered: Bool = false,
        guarded: GuardedAct? = nil, related: [RelatedLink] = [], start: Content = Content(),
        obstacle: @escaping @Sendable (borrowing TenantTransaction, Actor) throws -> LocalText? = { _, _ in nil },
        loss: (@Sendable (borrowing TenantTransaction, Actor, Content) throws -> LocalText?)? = nil,
        check: @escaping @Sendable (Content, [String]) -> [String: LocalText] = { _, _ in [:] },
        preview: @escaping @Sendable (Content, String) -> (headline: String, text: String),
        shows: (@Sendable (borrowing TenantTransaction, Actor, CatalogueEntry, Content) throws -> EntryShown)? = nil
    ) {
        self.shows = shows
        self.start = start
        self.obstacle = obstacle
        self.loss = loss
        self.path = path
        self.title = title
        self.icon = icon
        self.add = add
        self.empty = empty
        self.fields = fields
        self.groups = groups
        self.name = name
        self.isOrdered = isOrdered
        self.guarded = guarded
        self.related = related
        self.check = check
        self.preview = preview
    }

    package func placed(_ place: Place) -> CatalogueDeclaration {
        var catalogue = self
        catalogue.place = place
        return catalogue
    }

    /// True if its entries contain a form that users fill in.
    package var hasForm: Bool { groups.contains { $0.name == FormSchema.group.name && $0.cards != nil } }

    /// Returns an entry as a phone shows it.
    package func phone(
        _ content: Content, _ language: String, _ languages: [String], picture: Link?, here: Link
    ) -> PhonePreview {
        let shown = preview(content, language)
        let words = Language(code: language) ?? .en
        return PhonePreview(
            language: language, languageName: Languages.name(of: language), picture: picture,
            headline: shown.headline, text: shown.text,
            fields: hasForm ? FormSchema.phone(content, language, languages) : [],
            go: LocalText(Strings.catalogue_phone_go).resolve(in: words), here: here)
    }

    /// A preview with only these fields.
    package static func showing(_ headline: String?, _ text: String)
        -> @Sendable (Content, String) -> (headline: String, text: String)
    {
        { content, language in (headline.map { content["\($0).\(language)"] } ?? "", content["\(text).\(language)"]) }
    }
}

extension CatalogueDeclaration {
    package struct RelatedLink: Sendable {
        package var label: StringKey
        package var icon: String
        package var needs: Permission
        /// The place in which the page exists.
        package var place = Place.everyTenant
        /// nil: this entry has no such page.
        package var link: @Sendable (Actor, CatalogueEntry) -> Link?

        package init(
            label: StringKey, icon: String, needs: Permission, place: Place = .everyTenant,
            link: @escaping @Sendable (Actor, CatalogueEntry) -> Link?
        ) {
            self.place = place
            self.label = label
            self.icon = icon
            self.needs = needs
            self.link = link
        }
    }
}

/// A repeated group of fields, in order.
package struct ContentGroup: Sendable {
    /// The prefix of its fields' names.
    package var name: String
    /// “Form”
    package var title: StringKey
    /// “Field”
    package var one: StringKey
    /// “Field 2”
    package var heading: @Sendable (Int) -> LocalText
    package var add: StringKey
    package var fields: [ContentField]
    package var most: Int
    /// nil: each part is a row of a table.
    package var cards: PartCards?
    /// Two example parts for a template, by their fields' names.
    package var examples: [[String: String]]
    /// Returns one part as apps get it; `prefix` precedes its fields' names.
    package var answer: @Sendable (Content, _ prefix: String, _ language: String, _ languages: [String]) -> JSONText
    package var schema: JSONSchema

    package init(
        name: String, title: StringKey, one: StringKey, heading: @escaping @Sendable (Int) -> LocalText, add: StringKey,
        fields: [ContentField], most: Int, cards: PartCards? = nil, examples: [[String: String]],
        answer: @escaping @Sendable (Content, _ prefix: String, _ language: String, _ languages: [String]) -> JSONText,
        schema: JSONSchema
    ) {
        self.name = name
        self.title = title
        self.one = one
        self.heading = heading
        self.add = add
        self.fields = fields
        self.most = most
        self.cards = cards
        self.examples = examples
        self.answer = answer
        self.schema = schema
    }
}

/// For parts that their form shows as cards: each has a kind, and a key that is derived from its label.
package struct PartCards: Sendable {
    /// The names of the fields for kind, key and label.
    package let kind: String
    package let key: String
    package let label: String
    /// Returns what a closed card shows of its part besides the label.
    package let note: @Sendable (FormValues, _ part: String, Language, _ languages: [String]) -> String

    package init(
        kind: String, key: String, label: String,
        note: @escaping @Sendable (FormValues, _ part: String, Language, _ languages: [String]) -> String
    ) {
        self.kind = kind
        self.key = key
        self.label = label
        self.note = note
    }
}

/// Keys that belong to another feature.
package struct KnownKeys: Sendable {
    /// Returns rows of `key` and `name`, in the order of the menu.
    package let all: SQL
    /// Finds one without a lock.
    package let find: @Sendable (_ key: String) -> SQL
    /// Finds one and locks it until the end of the transaction.
    package let hold: @Sendable (_ key: String) -> SQL
    /// The menu's words for no choice.
    package let none: StringKey
    /// The error for a key that does not exist.
    package let missing: StringKey

    package init(
        all: SQL, find: @escaping @Sendable (String) -> SQL, hold: @escaping @Sendable (String) -> SQL, none: StringKey,
        missing: StringKey
    ) {
        self.all = all
        self.find = find
        self.hold = hold
        self.none = none
        self.missing = missing
    }
}

/// A field of a catalogue's entries.
package struct ContentField: Sendable {
    package enum Form: Sendable {
        case line(most: Int)
        case area(most: Int)
        case number(ClosedRange<Int>)
        /// The same with decimal places.
        case decimal(ClosedRange<Int>)
        case day
        /// A number with a fraction as people write it, in any digits: a sum of money, a temperature. The field
        /// beside it gives the unit; the catalogue's `check` finds its errors.
        case amount
        /// The code of a currency.
        case currency
        /// Stored as `yes`.
        case tick
        case choice([(value: String, label: StringKey)])
        /// Keys of entries of another catalogue.
        case keys(of: String)
        /// The key of an object of another feature, such as a segment; empty means all.
        case known(KnownKeys)
        /// The choices of an answer. With languages, each language stores a line `key: words` per choice; without,
        /// only the keys are stored, separated by spaces.
        case choices(most: Int)
        /// Only in a part: it is shown only if an earlier part has that answer, as `key=answer`.
        case condition(most: Int)
        /// Only in a part: its value, in the form of the part's kind; `choices` names the field with the choices.
        case value(most: Int, choices: String)
        /// The id of an image, which is uploaded on the entry's page; the form does not contain it.
        case picture
    }

    /// The field with an entry's picture.
    package static let picture = "icon"

    package var name: String
    package var label: StringKey
    package var hint: StringKey?
    package var form: Form
    /// One text for each of the tenant's languages; to be published, it needs the first.
    package var isLocal = false
    package var isRequired = false
    /// Always left to right, whatever the page's direction: keys, codes.
    package var isLatin = false
    /// Only in a part: the kinds that have it; empty means all.
    package var kinds: [String] = []
    /// An app replaces names in braces.
    package var hasPlaceholders = false
    /// Advice for the writer, shown below a text of several lines in that language.
    package var advice: (@Sendable (_ text: String, _ language: String) -> LocalText?)?

    package init(
        _ name: String, _ label: StringKey, _ form: Form, hint: StringKey? = nil, isLocal: Bool = false,
        isRequired: Bool = false,
        isLatin: Bool = false, kinds: [String] = [], hasPlaceholders: Bool = false,
        advice: (@Sendable (_ text: String, _ language: String) -> LocalText?)? = nil
    ) {
        self.advice = advice
        self.kinds = kinds
        self.hasPlaceholders = hasPlaceholders
        self.name = name
        self.label = label
        self.hint = hint
        self.form = form
        self.isLocal = isLocal
        self.isRequired = isRequired
        self.isLatin = isLatin
    }

    package var isPicture: Bool { if case .picture = form { true } else { false } }
    package var isChoices: Bool { if case .choices = form { true } else { false } }
    package var isCondition: Bool { if case .condition = form { true } else { false } }

    /// The names under which its texts are stored.
    package func names(_ languages: [String]) -> [String] { isLocal ? languages.map { "\(name).\($0)" } : [name] }

    /// Returns the error in a text; an empty text is checked elsewhere.
    package func error(_ text: String) -> LocalText? {
        guard !text.isEmpty else { return nil }
        switch form {
        // A line of the app's own texts may isolate what the app fills in.
        case .line(let most) where !hasPlaceholders: return LineText.fault(text, most: most)
        case .line(let most), .area(let most), .choices(let most), .condition(let most), .value(let most, _):
            return text.columnLength > most ? Strings.error_too_long(max: most) : nil
        case .number(let range):
            guard let number = Int(text), range.contains(number) else {
                return Strings.error_number(least: range.lowerBound, most: range.upperBound)
            }
            return nil
        case .decimal(let range):
            guard let number = ExactNumber(text), number.value >= Double(range.lowerBound),
                number.value <= Double(range.upperBound)
            else { return Strings.error_number(least: range.lowerBound, most: range.upperBound) }
            return nil
        case .day: return LocalTime(day: text) != nil ? nil : LocalText(Strings.error_day)
        case .amount: return nil
        case .currency: return Currency(text) != nil ? nil : LocalText(Strings.error_currency)
        case .tick: return text == "yes" ? nil : LocalText(Strings.error_choice)
        case .choice(let all): return all.contains { $0.value == text } ? nil : LocalText(Strings.error_choice)
        case .keys, .known, .picture: return nil
        }
    }
}

/// A catalogue with its pages. `Route.catalogue(Texts.self)` makes its routes.
package protocol Catalogued: DeclaredList {
    static var catalogue: CatalogueDeclaration { get }
}

extension CatalogueDeclaration {
    /// Returns every field that an admin writes, with its name in a content; those of a group once for each part.
    /// Pictures are uploaded separately.
    package func places(_ content: Content, _ languages: [String]) -> [(name: String, field: ContentField)] {
        var all = fields.filter { !$0.isPicture }.flatMap { field in field.names(languages).map { ($0, field) } }
        for group in groups {
            for place in 1..<(content.count(of: group.name) + 1) {
                all += group.fields.flatMap { field in
                    field.names(languages).map { ("\(group.name).\(place).\($0)", field) }
                }
            }
        }
        return all
    }

    package var hasPicture: Bool { fields.contains { $0.isPicture } }

    /// Returns the errors in a draft that is to be saved, including those that only the database can find.
    package func errors(
        _ content: Content, _ languages: [String], in tx: borrowing TenantTransaction, isPreview: Bool = false
    ) throws -> [String: LocalText] {
        var errors = errors(content, languages).merging(try lost(content, in: tx, isPreview: isPreview)) {
            kept, _ in kept
        }
        if entryName(content, languages).isEmpty { errors[nameField(languages)] = LocalText(Strings.error_required) }
        return errors
    }

    /// Returns the errors in a draft. Required fields may still be empty.
    package func errors(_ content: Content, _ languages: [String]) -> [String: LocalText] {
        var errors = check(content, languages)
        for (name, field) in places(content, languages) {
            if let error = field.error(content[name]) { errors[name] = error }
        }
        return errors
    }

    /// Returns the errors that only the database can find: a group of users that does not exist. An existing one is
    /// locked until the end of the transaction, unless it is a preview.
    package func lost(_ content: Content, in tx: borrowing TenantTransaction, isPreview: Bool = false) throws
        -> [String:
        LocalText]
    {
        var lost: [String: LocalText] = [:]
        for field in fields {
            guard case .known(let known) = field.form, !content[field.name].isEmpty else { continue }
            let key = content[field.name]
            let isThere =
                CatalogueEntry.isKey(key)
                ? try tx.first(isPreview ? known.find(key) : known.hold(key)) != nil : false
            if !isThere { lost[field.name] = LocalText(known.missing) }
        }
        return lost
    }

    /// Returns what a draft lacks before it can be published: the required fields, in the first language.
    package func missing(_ content: Content, _ languages: [String]) -> [String: LocalText] {
        var missing: [String: LocalText] = [:]
        for (name, field) in places(content, Array(languages.prefix(1))) where field.isRequired && content[name].isEmpty
        {
            missing[name] = LocalText(Strings.error_required)
        }
        return missing
    }

    /// Returns the languages that have every text of the first language.
    package func complete(_ content: Content, _ languages: [String]) -> [String] {
        guard let first = languages.first else { return [] }
        let own = places(content, [first]).filter { $0.field.isLocal && !content[$0.name].isEmpty }.map {
            $0.name.dropLast(first.count)
        }
        guard !own.isEmpty else { return [] }
        let choices = Set(
            groups.flatMap { group in
                FormValues(content, of: self, [first]).parts(of: group).flatMap { part in
                    group.fields.filter { $0.isChoices && $0.isLocal }.map { "\(part)\($0.name)." }
                }
            })
        return languages.filter { language in
            own.allSatisfy { name in
                let name = String(name)
                let text = content[name + language]
                return !text.isEmpty
                    && (!choices.contains(name)
                        || FormSchema.choices(text).count == FormSchema.choices(content[name + first]).count)
            }
        }
    }

    package func entryName(_ content: Content, _ languages: [String]) -> String {
        let names = [name] + languages.map { "\(name).\($0)" }
        return (names.map { content[$0] }.first { !$0.isEmpty } ?? "").columnPrefix(200)
    }

    /// Returns the label of a field's name, with its language: “Text (فارسی)”.
    package func label(_ name: String, _ language: Language) -> String {
        let parts = name.split(separator: ".").map(String.init)
        let group = parts.count > 2 ? groups.first { $0.name == parts[0] } : nil
        let own = group == nil ? parts : Array(parts.dropFirst(2))
        guard let field = (group?.fields ?? fields).first(where: { $0.name == own.first }) else { return name }
        var label = LocalText(field.label).resolve(in: language)
        if own.count > 1 { label += " (\(Languages.name(of: own[1])))" }
        if let group, let place = Int(parts[1]) { label = group.heading(place).resolve(in: language) + ": " + label }
        return label
    }
}
