import Console
import JSON
import Web

/// The data that an app sends about its device.
struct DeviceInput: Sendable {
    static let platforms = ["ios", "android", "web", "windows", "macos", "linux"]

    static let schema: JSONSchema = .record(
        [
            ("platform", .choice(platforms)), ("model", .shape(LineText.pattern, 0...100)),
            ("app_version", .shape(LineText.pattern, 0...40)), ("push_token", .text(most: 4096)),
            ("language", .text(most: 12)), ("time_zone", .format("iana-time-zone")),
        ], required: ["platform"])

    let platform: String
    let model: String
    let version: String
    /// As it is stored; nil for a text that is no token of the platform.
    let pushToken: String?
    let language: String
    let zone: String

    init(_ body: JSONText) {
        func text(_ name: String) -> String { body[name]?.text ?? "" }
        (platform, model, version) = (text("platform"), text("model"), text("app_version"))
        pushToken = PushTokenForm.stored(text("push_token"), platform: platform)
        (language, zone) = (text("language"), text("time_zone"))
    }

    /// The language in the form that a user's has; empty if the device has said none, or one of another form.
    var userLanguage: String { language.wholeMatch(of: Self.languageForm) == nil ? "" : language }

    /// Like `en` or `pt-BR`.
    static var languageForm: Regex<(Substring, Substring?)> { /[a-z]{2,3}(-[A-Za-z0-9]{2,8})?/ }
}
