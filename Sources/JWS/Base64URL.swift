import FoundationEssentials

/// The form of base64 that tokens are written in (RFC 7515, 2): for addresses, without padding.
enum Base64URL {
    static func encode(_ bytes: some Collection<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// nil: it is written in another form, or in a second way of writing the same bytes.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        let padded = String(plain) + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: padded).map({ Array($0) }), encode(bytes) == text else { return nil }
        return bytes
    }
}
