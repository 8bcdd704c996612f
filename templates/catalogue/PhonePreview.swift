import HTML

/// What an app would show, on a drawn phone.
package struct PhonePreview: Sendable {
    package var language: String
    package var languageName: String
    package var picture: Link?
    package var headline: String
    package var text: String
    package var fields: [PhoneField]
    /// “Continue”, in the phone's language.
    package var go: String
    /// Where the page stays when the form was played through.
    package var here: Link

    package init(
        language: String, languageName: String, picture: Link?, headline: String, text: String,
        fields: [PhoneField] = [], go: String = "", here: Link = "#"
    ) {
        self.language = language
        self.languageName = languageName
        self.picture = picture
        self.headline = headline
        self.text = text
        self.fields = fields
        self.go = go
        self.here = here
    }

    package var isEmpty: Bool { headline.isEmpty && text.isEmpty }
    package var direction: String { ["ar", "fa", "he", "ur"].contains(language) ? "rtl" : "ltr" }

    package static var samples: [PhonePreview] {
        [
            PhonePreview(
                language: "en", languageName: "English", picture: "/t/rooster-me/images/1", headline: "Wake up!",
                text: "{name}, \"rise\" & shine\nsecond line",
                fields: [
                    PhoneField(
                        name: "try-en-1", key: "often", label: "How <often>?", help: "Once is \"enough\"",
                        optional: "optional", type: "radio", isRequired: true,
                        options: [.init(value: "daily", words: "Every <day>")]),
                    PhoneField(
                        name: "try-en-2", key: "km", label: "How far?", help: "", optional: "optional", type: "number",
                        isRequired: false, unit: "km", least: "1", greatest: "100", condition: "often=daily"),
                    PhoneField(
                        name: "try-en-3", key: "more", label: "More?", help: "", optional: "optional", type: "text",
                        isLong: true, isRequired: false),
                    PhoneField(
                        name: "try-en-4", key: "proof", label: "A photo of the <scales>", help: "",
                        optional: "optional",
                        type: "file", isRequired: false, accept: "image/png,image/jpeg,image/webp"),
                ], go: "Continue", here: "/t/rooster-me/goals/1"),
            PhonePreview(language: "fa", languageName: "فارسی", picture: nil, headline: "", text: ""),
        ]
    }
}
