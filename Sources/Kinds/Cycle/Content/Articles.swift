import Console
import HTML
import Templates

/// The articles of the app: on fertility, family planning, contraception, and the app itself.
package enum Articles: Catalogued {
    package static let list = catalogue.list

    static let topics: [(value: String, label: StringKey)] = [
        ("fertility", Strings.cycle_topic_fertility), ("planning", Strings.cycle_topic_planning),
        ("contraception", Strings.cycle_topic_contraception), ("app", Strings.cycle_topic_app),
    ]

    package static let catalogue = CatalogueDeclaration(
        path: "cycle-articles", title: Strings.cycle_articles, icon: "note", add: Strings.cycle_article_add,
        empty: (Strings.cycle_articles_empty, Strings.cycle_articles_empty_advice),
        fields: [
            ContentField("topic", Strings.cycle_topic, .choice(topics), isRequired: true),
            ContentField("name", Strings.cycle_article_title, .line(most: 120), isLocal: true, isRequired: true),
            ContentField(
                "text", Strings.cycle_article_text, .area(most: 20_000), hint: Strings.cycle_article_text_hint,
                isLocal: true, isRequired: true, advice: ReadingLevel.advice),
        ],
        name: "name", isOrdered: true, preview: CatalogueDeclaration.showing("name", "text"))
}
