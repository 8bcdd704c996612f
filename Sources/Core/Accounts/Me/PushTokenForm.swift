import Web

/// The one form in which the token of a push service is stored and compared: see deploy/decisions/push-tokens.md.
enum PushTokenForm {
    /// The platforms whose own push service, APNs, gives a token of bytes, which apps write as hexadecimal digits.
    private static let ofBytes: Set<String> = ["ios", "macos"]
    /// The platform whose token may be a subscription of several words.
    private static let ofWords: Set<String> = ["web"]

    /// Returns the form of an app's `text`; empty for an empty one, and nil for a text that is no token of the platform.
    static func stored(_ text: String, platform: String) -> String? {
        let token = text.trimmingSpaces
        if ofBytes.contains(platform), let digits = digits(token) { return digits }
        guard !ofWords.contains(platform) else { return token }
        return token.unicodeScalars.contains(where: { $0.properties.isWhitespace }) ? nil : token
    }

    /// The digits of a token of bytes, in lower case; nil for any other. Apps have printed such a token as `<0a1b 2c3d>`.
    private static func digits(_ token: String) -> String? {
        var digits = token.filter { !$0.isWhitespace }
        if digits.hasPrefix("<"), digits.hasSuffix(">") { digits = String(digits.dropFirst().dropLast()) }
        guard !digits.isEmpty, digits.utf8.count.isMultiple(of: 2),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF) })
        else { return nil }
        return digits.lowercased()
    }
}
