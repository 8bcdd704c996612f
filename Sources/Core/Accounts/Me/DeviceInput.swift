import Console
import JSON
import Web

/// The data that an app sends about its device.
struct DeviceInput: Sendable {
    static let platforms = ["ios", "android", "web", "windows", "macos", "linux"]

    static let schema: JSONSchema = .record(
        [
            ("platform", .choice(platforms)), ("model", .text(most: 100)), ("app_version", .text(most: 40)),
            ("push_token", .text(most: 4096)), ("language", .text(most: 12)), ("time_zone", .format("iana-time-zone")),
        ], required: ["platform"])

    let platform: String
    let model: String
    let version: String
    let pushToken: String
    let language: String
    let zone: String

    init(_ body: JSONText) {
        func text(_ name: String) -> String { body[name]?.text ?? "" }
        (platform, model, version) = (text("platform"), text("model"), text("app_version"))
        (pushToken, language, zone) = (text("push_token"), text("language"), text("time_zone"))
    }
}
