import Console
import Core
import HTML
import Templates

/// The pop-ups and information windows of the app: what each says, and the fields that it asks for.
package enum Popups: Catalogued {
    package static let list = catalogue.list

    static let forms: [(value: String, label: StringKey)] = [
        ("popup", Strings.fitness_popup_form_popup), ("window", Strings.fitness_popup_form_window),
    ]

    package static let catalogue = CatalogueDeclaration(
        path: "fitness-popups", title: Strings.fitness_popups, icon: "text", add: Strings.fitness_popup_add,
        empty: (Strings.fitness_popups_empty, Strings.fitness_popups_empty_advice),
        fields: [
            ContentField("form", Strings.fitness_popup_form, .choice(forms), isRequired: true),
            ContentField("name", Strings.fitness_popup_title, .line(most: 120), isLocal: true, isRequired: true),
            ContentField("text", Strings.fitness_popup_text, .area(most: 2000), isLocal: true, isRequired: true),
            ContentField("button", Strings.fitness_popup_button, .line(most: 40), isLocal: true),
        ],
        groups: [FormSchema.group], name: "name", isOrdered: true,
        check: { content, languages in FormSchema.errors(content, languages) },
        preview: CatalogueDeclaration.showing("name", "text"))
}
