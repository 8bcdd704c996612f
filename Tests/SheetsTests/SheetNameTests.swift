import Testing

@testable import Sheets

struct SheetNameTests {
    @Test(arguments: [
        ("Users", "Users"), ("Пользователи", "Пользователи"), ("a/b\\c?d*e[f]g:h", "a_b_c_d_e_f_g_h"), ("", "Sheet"),
        ("'quoted'", "quoted"), ("   ", "Sheet"), ("History", "History_"), ("hIsToRy", "hIsToRy_"), ("a\u{1}b", "a_b"),
        (String(repeating: "x", count: 40), String(repeating: "x", count: 31)),
        (String(repeating: "😀", count: 20), String(repeating: "😀", count: 15)),
    ])
    func `a name is made to fit Excel`(wish: String, name: String) {
        #expect(SheetName(wish, number: 1).text == name)
    }

    @Test func `later sheets carry a number and still fit`() {
        #expect(SheetName("Users", number: 2).text == "Users 2")
        let long = SheetName(String(repeating: "x", count: 40), number: 12).text
        #expect(long == String(repeating: "x", count: 28) + " 12")
    }

    @Test func `XML and apostrophes are escaped`() {
        #expect(SheetName("<R&D> \"A\"", number: 1).xml == "&lt;R&amp;D&gt; &quot;A&quot;")
        #expect(SheetName("Jane's", number: 1).quoted == "'Jane''s'")
    }

    @Test func `columns are named as Excel names them`() {
        #expect([0, 25, 26, 701, 702, 16_383].map(Workbook.columnName) == ["A", "Z", "AA", "ZZ", "AAA", "XFD"])
    }
}
