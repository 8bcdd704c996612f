/// A question of a form as an app asks it; it can be answered, and the browser says what is wrong with an answer.
package struct PhoneField: Sendable {
    package struct Option: Sendable {
        package var value: String
        package var words: String

        package init(value: String, words: String) {
            self.value = value
            self.words = words
        }
    }

    package var name: String
    package var key: String
    package var label: String
    package var help: String
    /// In the language of the phone: “optional”.
    package var optional: String
    package var type: String
    package var isLong: Bool
    package var isRequired: Bool
    package var options: [Option]
    package var unit: String
    package var least: String?
    package var greatest: String?
    /// Media types of a file.
    package var accept: String?
    /// `key=answer`: asked only then.
    package var condition: String?

    package init(
        name: String, key: String, label: String, help: String, optional: String, type: String, isLong: Bool = false,
        isRequired: Bool, options: [Option] = [], unit: String = "", least: String? = nil, greatest: String? = nil,
        accept: String? = nil, condition: String? = nil
    ) {
        self.name = name
        self.key = key
        self.label = label
        self.help = help
        self.optional = optional
        self.type = type
        self.isLong = isLong
        self.isRequired = isRequired
        self.options = options
        self.unit = unit
        self.least = least
        self.greatest = greatest
        self.accept = accept
        self.condition = condition
    }

    package var isMenu: Bool { type == "radio" || type == "checkbox" }
    /// Of several boxes none may be required by itself.
    package var isOne: Bool { type == "radio" }
    package var isNumber: Bool { type == "number" }
}
