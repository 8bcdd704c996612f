// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The pop-ups and information windows of the app, with the fields that each asks for, in the order of the admins. `GET /v1/me/popups`
public struct ListPopups: ReadCall, Hashable {
    /// Of the texts; without it the user's own. What is not translated comes in the tenant's first.
    public var language: String?

    public init(language: String? = nil) {
        self.language = language
    }

    public static var name: String { "listPopups" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/popups" }
    public static var hasTag: Bool { true }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let language { all.append(("language", language)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var popups: [ListPopups.Answer.Popup]

        public init(popups: [ListPopups.Answer.Popup]) {
            self.popups = popups
        }

        private enum CodingKeys: String, CodingKey {
            case popups = "popups"
        }

        public struct Popup: Codable, Hashable, Sendable {
            public var key: String
            public var version: Int
            public var form: ListPopups.Answer.Popup.Form
            public var name: String
            public var text: String
            public var button: String?
            public var fields: [GetRecommendations.Answer.Questionnaire.Field]

            public init(key: String, version: Int, form: ListPopups.Answer.Popup.Form, name: String, text: String, button: String? = nil, fields: [GetRecommendations.Answer.Questionnaire.Field]) {
                self.key = key
                self.version = version
                self.form = form
                self.name = name
                self.text = text
                self.button = button
                self.fields = fields
            }

            private enum CodingKeys: String, CodingKey {
                case key = "key"
                case version = "version"
                case form = "form"
                case name = "name"
                case text = "text"
                case button = "button"
                case fields = "fields"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(key, forKey: .key)
                try values.encode(version, forKey: .version)
                try values.encode(form, forKey: .form)
                try values.encode(name, forKey: .name)
                try values.encode(text, forKey: .text)
                try values.encode(button, forKey: .button)
                try values.encode(fields, forKey: .fields)
            }

            /// One of the values below; a newer server may know more.
            public struct Form: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let popup = Form(rawValue: "popup")
                public static let window = Form(rawValue: "window")
            }
        }
    }
}
