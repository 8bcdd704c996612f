import Console
import HTML
import Postgres
import Templates

/// The goal types that users can choose, and the questions about them.
package enum Goals: Catalogued {
    package static let list = catalogue.list

    package static let catalogue = CatalogueDeclaration(
        path: "goals", title: Strings.goals_title, icon: "goal", add: Strings.goals_add,
        empty: (Strings.goals_empty, Strings.goals_empty_advice),
        fields: [
            .name(Strings.goals_name, most: 80),
            .about, .icon,
            ContentField("categories", Strings.categories_title, .keys(of: Categories.catalogue.path)),
        ],
        groups: [FormSchema.group], name: "name", isOrdered: true,
        check: { content, languages in FormSchema.errors(content, languages) },
        preview: CatalogueDeclaration.showing("name", "about"))
}

/// Named groups of people or things: sponsor groups, classes.
package enum Categories: Catalogued {
    package static let list = catalogue.list

    package static let catalogue = CatalogueDeclaration(
        path: "categories", title: Strings.categories_title, icon: "tag", add: Strings.categories_add,
        empty: (Strings.categories_empty, Strings.categories_empty_advice),
        fields: [.name(Strings.goals_name, most: 80), .about, .icon],
        name: "name", isOrdered: true,
        preview: CatalogueDeclaration.showing("name", "about"))
}

/// Advice for users, by goal type and for a group of them.
package enum Recommendations: Catalogued {
    package static let list = catalogue.list

    package static let catalogue = CatalogueDeclaration(
        path: "recommendations", title: Strings.recommendations_title, icon: "tip", add: Strings.recommendations_add,
        empty: (Strings.recommendations_empty, Strings.recommendations_empty_advice),
        fields: [
            ContentField(
                "text", Strings.texts_text, .area(most: 2000), isLocal: true, isRequired: true,
                advice: { text, _ in
                    Placeholders.names(in: text)?.sorted().first.map {
                        Strings.recommendations_as_written(placeholder: "{\($0)}")
                    }
                }),
            ContentField("goals", Strings.recommendations_goals, .keys(of: Goals.catalogue.path)),
            ContentField(
                "segment", Strings.recommendations_segment, .known(SegmentQueries.keys),
                hint: Strings.recommendations_segment_hint,
                isLatin: true),
            ContentField("confirm", Strings.recommendations_confirm, .tick, hint: Strings.recommendations_confirm_hint),
            ContentField("from", Strings.recommendations_from, .day),
            ContentField("until", Strings.recommendations_until, .day),
        ],
        name: "text", isOrdered: true,
        check: { content, _ in
            let (from, until) = (content["from"], content["until"])
            return !from.isEmpty && !until.isEmpty && until < from
                ? ["until": LocalText(Strings.error_until_before)] : [:]
        },
        preview: CatalogueDeclaration.showing(nil, "text"))
}

/// Questions with answers to choose from.
package enum Questionnaires: Catalogued {
    package static let list = catalogue.list

    package static let catalogue = CatalogueDeclaration(
        path: "questionnaires", title: Strings.questionnaires_title, icon: "note", add: Strings.questionnaires_add,
        empty: (Strings.questionnaires_empty, Strings.questionnaires_empty_advice),
        fields: [.name(Strings.questionnaires_name, most: 120), .about],
        groups: [FormSchema.group], name: "name", isOrdered: true,
        related: [
            .init(label: Strings.answers_title, icon: "note", needs: .seeAnswers, place: .people) { actor, entry in
                actor.link(AnswerList.list.path).with(query: [("questionnaire", entry.key)])
            },
            .init(label: Strings.answers_in_numbers, icon: "report", needs: .seeAnswers, place: .people) {
                actor, entry in
                "\(actor.link("questionnaires"))/\(entry.id)/answers"
            },
        ],
        check: { content, languages in FormSchema.errors(content, languages) },
        preview: CatalogueDeclaration.showing("name", "about"))
}

extension ContentField {
    static func name(_ label: StringKey, most: Int) -> ContentField {
        ContentField("name", label, .line(most: most), isLocal: true, isRequired: true)
    }

    static var icon: ContentField { ContentField(picture, Strings.catalogue_picture, .picture) }

    static var about: ContentField { ContentField("about", Strings.goals_about, .area(most: 1000), isLocal: true) }
}
