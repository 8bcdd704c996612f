/// Names that break naive code, each with an address that is valid but odd. The newest users of every tenant have
/// them, so that the first page of the list shows at once what a console does with them.
package enum HostileNames {
    package struct Person: Sendable {
        package var name: String
        package var email: String

        package init(_ name: String, _ email: String) {
            self.name = name
            self.email = email
        }
    }

    package static let all: [Person] = [
        // Markup, quotes and the syntax of other languages.
        Person("O'Brien \"Quill\" <script>alert(1)</script>", "o'brien+quill@example.org"),
        Person("<img src=x onerror=alert(1)>", "img.src@example.net"),
        Person("</textarea><b>Bold & Söhne</b> &amp; &lt;Co&gt;", "bold&sons@example.com"),
        Person("Robert'); DROP TABLE users;--", "little.bobby.tables@school.example"),
        Person("{{7*7}} ${7*7} #{7*7}", "{seven}*{seven}@example.org"),
        Person("%s%n%d %00 %0d%0aSet-Cookie: a=b", "percent%s@example.org"),
        Person("C:\\temp\\new \\u0041 \\", "back.slash@example.net"),
        Person("javascript:alert(document.domain)", "javascript@host.example"),
        // Text that a spreadsheet would run.
        Person("=SUM(A1:A9)", "sum=a1@example.org"),
        Person("=HYPERLINK(\"https://example.org\",\"Click\")", "hyperlink+click+here@example.com"),
        Person("+1-555", "+1-555@example.org"),
        Person("-2+3", "-2+3@example.org"),
        Person("@cmd", "cmd|calc@example.net"),
        Person("\t=1+1", "tab.first@example.org"),
        Person("Doe, Jane; \"JD\" | tab", "jane_doe!jd@example.com"),
        // White space and controls.
        Person("Ana\nMaría\tde los\r\nÁngeles", "ana.newline@correo.example"),
        Person("", "nobody@example.org"),
        Person("   ", "three.spaces@example.org"),
        Person("\u{200B}\u{FEFF}Zero Width", "zero.width@example.net"),
        Person("\u{00A0}No\u{00A0}Break\u{2028}Line\u{2029}Paragraph", "no.break@example.org"),
        Person("Bell\u{7}Escape\u{1B}[31mRed", "escape@example.org"),
        // Text direction.
        Person("\u{202E}txt.exe gnp", "right.to.left.override@example.org"),
        Person("\u{2067}اسم\u{2069} (admin) \u{200F}", "isolated@example.net"),
        Person("می‌نا علی‌زاده \u{06F1}\u{06F2}\u{06F3}", "mina.alizadeh+zwnj@post.example"),
        Person("محمّد عبد الرَّحمٰن O'Neil", "mohammad.oneil@example.org"),
        Person("שָׁלוֹם עֲלֵיכֶם ABC 123", "shalom.123@example.org"),
        // Letters of more than one code point or more than one column.
        Person("👩‍👩‍👧‍👦 Family 🏳️‍🌈 👍🏽", "family.of.four@example.org"),
        Person("🇮🇷🇧🇾🇪🇸 Flags", "flags@example.com"),
        Person(
            "Z\u{0351}\u{0329}\u{0334}a\u{0316}\u{0350}\u{0337}l\u{0348}\u{034A}\u{0362}g\u{0349}\u{033E}\u{0336}o\u{0324}\u{0306}\u{0338} He\u{0301}\u{0301}\u{0301}\u{0301}Comes",
            "zalgo@example.net"),
        Person("Zoe\u{0308} Noe\u{0308}l (decomposed)", "zoe.decomposed@example.org"),
        Person("İIıi Straße ǅemal ﬁn", "case.folding@example.org"),
        Person("司馬光 𠮷野家 ㊙", "sima.guang@example.org"),
        Person("สมชาย ใจดี ก็ไม่มีช่องว่าง", "somchai.jaidee@example.org"),
        Person("க்ஷேத்திர தமிழ்ச்செல்வி", "tamilselvi@example.org"),
        Person("𝕱𝖆𝖓𝖈𝖞 ＦＵＬＬ ꜱᴍᴀʟʟ", "f.a.n.c.y@example.org"),
        // Lengths.
        Person(longName, "a.very.long.local.part.of.exactly.sixty-four.characters.abcdefgh@example.org"),
        Person("X", "x@x.example"),
        // Words that have a meaning for programs.
        Person("null", "null@example.org"),
        Person("undefined", "undefined@example.com"),
        Person("NaN", "nan@example.net"),
        Person("true", "1e309@example.org"),
    ]

    /// The longest name allowed, without a place to break the line.
    private static let longName = String(String(repeating: "Donaudampfschifffahrtsgesellschaft", count: 6).prefix(200))
}
