import Testing

@testable import Secrets

@Suite struct TextFormTests {
    // RFC 4648, section 10.
    static let vectors = [
        ("", "", ""), ("f", "MY======", "Zg=="), ("fo", "MZXQ====", "Zm8="), ("foo", "MZXW6===", "Zm9v"),
        ("foob", "MZXW6YQ=", "Zm9vYg=="), ("fooba", "MZXW6YTB", "Zm9vYmE="), ("foobar", "MZXW6YTBOI======", "Zm9vYmFy"),
    ]

    @Test(arguments: vectors) func `the vectors of RFC 4648 go both ways`(plain: String, base32: String, base64: String)
    {
        let bytes = Array(plain.utf8)
        #expect(Base32.encode(bytes, padded: true) == base32)
        #expect(Base32.decode(base32) == bytes)
        #expect(Base32.decode(Base32.encode(bytes)) == bytes)
        #expect(Base64.padded.encode(bytes) == base64)
        #expect(Base64.padded.decode(base64.utf8) == bytes)
        #expect(Base64.unpadded.decode(Base64.unpadded.encode(bytes).utf8) == bytes)
    }

    @Test func `base32 forgives case, spaces, dashes and padding, and nothing else`() {
        for text in ["mzxw 6ytb oi", "MZXW-6YTB-OI==", " MZXW6YTBOI "] {
            #expect(Base32.decode(text) == Array("foobar".utf8))
        }
        for text in ["M", "MZX", "MZXW6Y", "MZXW6YT1", "MZ=XW6YTBOI", "MZXW6YTBOJ", "MZXW6YTBé"] {
            #expect(Base32.decode(text) == nil, "\(text)")
        }
    }

    @Test func `base64 takes one spelling only`() {
        for text in ["Zg", "Zg=", "Zg===", "Zh==", "Z g=", "Zm9v\n", "Zm9v====", "=", "====", "Zm-_", "Z"] {
            #expect(Base64.padded.decode(text.utf8) == nil, "\(text)")
        }
        #expect(Base64.url.decode("--__".utf8) == [0xFB, 0xEF, 0xFF])
        #expect(Base64.url.decode("++//".utf8) == nil)
    }

    @Test func `random bytes survive every form`() {
        var random = SeededRandom(1)
        for length in 0..<200 {
            let bytes = random.bytes(length)
            #expect(Base32.decode(Base32.encode(bytes)) == bytes)
            for form in [Base64.padded, .unpadded, .url] { #expect(form.decode(form.encode(bytes).utf8) == bytes) }
        }
    }

    @Test func `50,000 odd texts never crash a reader, and what is read is written back the same`() {
        var random = SeededRandom(2)
        for _ in 0..<50_000 {
            let text = random.text(of: "ABCXYZabcxyz0234567=-_+/", upTo: 44)
            _ = Base32.decode(text)
            for form in [Base64.padded, .unpadded, .url] {
                if let bytes = form.decode(text.utf8) { #expect(form.encode(bytes) == text) }
            }
            if let token = Token(text) { #expect(token.text == text) }
            #expect(APIKeyText(text) == nil)
            _ = RecoveryCodes.normalise(text)
        }
    }
}
