import Testing

@testable import HTML

struct LanguageTests {
    private let plain = StringKey("a", en: "Users", es: "Usuarios", ru: nil, fa: "کاربران")
    private let plural = StringKey(
        "b", arguments: ["n", "who"], pluralBy: 0,
        en: "\u{2}A user of \u{2}B\u{1F}\u{1F}\u{1F}\u{2}A users of \u{2}B", es: nil,
        ru: "\u{2}A пользователь\u{1F}\u{2}A пользователя\u{1F}\u{2}A пользователей\u{1F}\u{2}A пользователя", fa: nil)

    @Test func `a browser gets the language it likes best`() {
        #expect(Language.best(acceptLanguage: "ru-RU,ru;q=0.9,en;q=0.8") == .ru)
        #expect(Language.best(acceptLanguage: "de, es;q=0.3 , fa ; q=0.7") == .fa)
        #expect(Language.best(acceptLanguage: "es;q=0, *") == .en)
        #expect(Language.best(acceptLanguage: "") == .en)
        #expect(Language.best(acceptLanguage: ";;,=,q=1;q=nan,es;q=2") == .en)
    }

    @Test func `a language is known by its tag`() {
        #expect(Language(code: "fa-IR") == .fa)
        #expect(Language(code: "ES_mx") == .es)
        #expect(Language(code: "de") == nil)
        #expect(Language.fa.direction == "rtl")
        #expect(Language.allCases.map(\.nameInItself) == ["English", "Español", "Русский", "فارسی"])
    }

    @Test func `a text without a translation is English and says so`() {
        #expect(Language.allCases.map { plain.resolve(in: $0) } == ["Users", "Usuarios", "Users", "کاربران"])
        #expect(plain.missing == [.ru])
    }

    @Test func `a plural form is picked by the number, and numbers are local`() {
        func said(_ number: Int, _ language: Language) -> String {
            LocalText(plural, [.number(number), .text("<acme>")]).resolve(in: language)
        }
        #expect(said(1, .en) == "1 user of <acme>")
        #expect(said(5, .en) == "5 users of <acme>")
        #expect([1, 3, 5].map { said($0, .ru) } == ["1 пользователь", "3 пользователя", "5 пользователей"])
        // English stands in, with its own plural and Persian digits.
        #expect(said(0, .fa) == "۰ users of <acme>")
    }

    @Test func `a text can hold a text`() {
        let text = LocalText(plural, [.number(2), .local(plain())])
        #expect(text.resolve(in: .en) == "2 users of Users")
    }

    @Test func `a printed text is escaped with its arguments`() {
        var html = HTMLBuffer(language: .en)
        html.text(LocalText(plural, [.number(1), .text("<b>")]))
        html.attribute(plain)
        #expect(html.string == "1 user of &lt;b&gt;Users")
    }
}
