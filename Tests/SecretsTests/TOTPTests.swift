import Glibc
import Testing

@testable import Secrets

@Suite struct TOTPTests {
    let rfc: TOTP

    init() throws { rfc = try #require(TOTP(secret: Array("12345678901234567890".utf8))) }

    // RFC 6238, appendix B, SHA-1; its eight digits cut to the last six.
    @Test(
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ] as [(Int64, String)])
    func `the vectors of RFC 6238 are accepted, a step early and a step late too`(time: Int64, code: String) {
        let step = time / 30
        for now in [time - 30, time, time + 30] {
            #expect(rfc.matchingStep(of: code, at: now, after: -1) == step)
        }
        #expect(rfc.matchingStep(of: code, at: time - 60, after: -1) == nil)
        #expect(rfc.matchingStep(of: code, at: time + 60, after: -1) == nil)
    }

    @Test func `a step that was accepted is not accepted again, nor one before it`() {
        #expect(rfc.matchingStep(of: "050471", at: 1_111_111_111, after: 37_037_036) == 37_037_037)
        #expect(rfc.matchingStep(of: "050471", at: 1_111_111_111, after: 37_037_037) == nil)
        #expect(rfc.matchingStep(of: "081804", at: 1_111_111_111, after: 37_037_037) == nil)
    }

    @Test func `oathtool says the same codes`() throws {
        var random = SeededRandom(1)
        for _ in 0..<40 {
            let totp = TOTP.make(using: &random)
            let time = Int64.random(in: 30...40_000_000_000, using: &random)
            let code = try output(of: "oathtool --totp -b -N @\(time) \(Base32.encode(totp.secret))")
            #expect(code.count == 6)
            #expect(totp.matchingStep(of: code, at: time, after: time / 30 - 1) == time / 30)
            #expect(String(decoding: totp.code(at: time / 30), as: UTF8.self) == code)
        }
    }

    @Test(arguments: [
        "", "05047", "0504711", " 050471", "050471 ", "05047１", "۰۵۰۴۷۱", "05047\u{0}", "+50471", "-50471", "0x0471",
        "050471\n", "05047a", "٠٥٠٤٧١",
    ])
    func `anything but six ASCII digits is refused`(code: String) {
        #expect(rfc.matchingStep(of: code, at: 1_111_111_111, after: -1) == nil)
    }

    @Test(arguments: [
        "402 913", " 402913 ", "402-913", "۴۰۲۹۱۳", "٤٠٢ ٩١٣", "\u{200F}402\u{00A0}913\u{202C}", "402\u{200C}913",
    ])
    func `what people type is normalised`(typed: String) {
        #expect(TOTP.normalise(typed) == "402913")
    }

    @Test func `letters and signs stay, so that they are refused`() {
        #expect(TOTP.normalise("40291e") == "40291e")
        #expect(TOTP.normalise(String(repeating: " ", count: 100_000) + "402913") == "")
    }

    @Test func `100,000 odd inputs and clocks never crash and never match by luck`() {
        var random = SeededRandom(2)
        for _ in 0..<100_000 {
            let text = TOTP.normalise(random.text(of: "0123456789 -۰۹٠٩", upTo: 5))
            #expect(rfc.matchingStep(of: text, at: 1_111_111_111, after: -1) == nil)
        }
        for time in [Int64.min, -1, 0, 29, Int64.max] {
            #expect(rfc.matchingStep(of: "000000", at: time, after: -1) == nil)
        }
        #expect(rfc.matchingStep(of: "755224", at: 0, after: -1) == 0)
    }

    @Test func `a secret has 160 bits, and its text forms read back`() throws {
        #expect(TOTP(secret: Array(repeating: 1, count: 19)) == nil)
        #expect(TOTP(secret: Array(repeating: 1, count: 21)) == nil)
        #expect(rfc.groupedText == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")
        #expect(Base32.decode(rfc.groupedText) == rfc.secret)
        var random = SeededRandom(3)
        #expect(TOTP.make(using: &random).secret != TOTP.make(using: &random).secret)
    }

    @Test func `the link carries any issuer and account, encoded`() {
        #expect(
            TOTPLink.text(issuer: "Blue: School & Co", account: "ana+1@school.example", totp: rfc)
                == "otpauth://totp/Blue%20School%20%26%20Co:ana%2B1%40school.example"
                + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Blue%20School%20%26%20Co"
                + "&algorithm=SHA1&digits=6&period=30")
        #expect(TOTPLink.text(issuer: "مدرسه", account: "é", totp: rfc).utf8.allSatisfy { $0 < 128 })
    }

    private func output(of command: String) throws -> String {
        let pipe = try #require(popen(command, "r"))
        defer { pclose(pipe) }
        var text = ""
        while case let byte = getc(pipe), byte != EOF { text.unicodeScalars.append(Unicode.Scalar(UInt8(byte))) }
        return String(text.prefix { $0 != "\n" })
    }
}
