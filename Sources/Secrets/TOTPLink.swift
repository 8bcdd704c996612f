/// `otpauth://totp/Issuer:account?…`, the text that an authenticator reads from the QR code.
///
/// The format is Google Authenticator's "Key URI Format": no colon in issuer or account, because readers split the
/// decoded label there. SHA1, 6 and 30 are the defaults, written anyway for readers that have others.
package enum TOTPLink {
    package static func text(issuer: String, account: String, totp: TOTP) -> String {
        let issuer = percentEncoded(issuer)
        return "otpauth://totp/\(issuer):\(percentEncoded(account))?secret=\(Base32.encode(totp.secret))"
            + "&issuer=\(issuer)&algorithm=SHA1&digits=\(TOTP.digits)&period=\(TOTP.period)"
    }

    /// Encodes all but RFC 3986's unreserved characters. A space is %20: a plus would be shown as a plus.
    private static func percentEncoded(_ text: String) -> String {
        let hex = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in text.utf8 where byte != UInt8(ascii: ":") {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                encoded += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
