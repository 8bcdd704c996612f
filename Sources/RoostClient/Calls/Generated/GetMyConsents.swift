// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// What the user last said to each text that asks for consent, and the newest versions of these texts, to be shown. `GET /v1/me/consents`
public struct GetMyConsents: ReadCall, Hashable {
    /// Keys of texts that the app asks consent for, at most 20, with commas between. Those that the user has answered come by themselves.
    public var texts: String?
    /// Of the texts; without it the user's. A text that lacks it comes in the first language that it has.
    public var language: String?

    public init(texts: String? = nil, language: String? = nil) {
        self.texts = texts
        self.language = language
    }

    public static var name: String { "getMyConsents" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/consents" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let texts { all.append(("texts", texts)) }
        if let language { all.append(("language", language)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var consents: [GetMyConsents.Answer.Consent]
        public var texts: [GetMyConsents.Answer.Text]

        public init(consents: [GetMyConsents.Answer.Consent], texts: [GetMyConsents.Answer.Text]) {
            self.consents = consents
            self.texts = texts
        }

        private enum CodingKeys: String, CodingKey {
            case consents = "consents"
            case texts = "texts"
        }

        public struct Consent: Codable, Hashable, Sendable {
            public var purpose: String
            public var granted: Bool
            public var version: Int
            public var source: String
            public var at: Date

            public init(purpose: String, granted: Bool, version: Int, source: String, at: Date) {
                self.purpose = purpose
                self.granted = granted
                self.version = version
                self.source = source
                self.at = at
            }

            private enum CodingKeys: String, CodingKey {
                case purpose = "purpose"
                case granted = "granted"
                case version = "version"
                case source = "source"
                case at = "at"
            }
        }

        public struct Text: Codable, Hashable, Sendable {
            public var key: String
            public var version: Int
            public var headline: String
            public var text: String

            public init(key: String, version: Int, headline: String, text: String) {
                self.key = key
                self.version = version
                self.headline = headline
                self.text = text
            }

            private enum CodingKeys: String, CodingKey {
                case key = "key"
                case version = "version"
                case headline = "headline"
                case text = "text"
            }
        }
    }
}
