import Testing

@testable import Secrets

@Suite struct PasswordRulesTests {
    @Test func `admins need 12 characters, users 8, and nobody may have more than 256`() {
        #expect(PasswordRules.admins.refusals(of: "vqk-71-zrmt", ownWords: []) == [.tooShort(minimum: 12)])
        #expect(PasswordRules.admins.refusals(of: "vqk-71-zrmtx", ownWords: []) == [])
        #expect(PasswordRules.users.refusals(of: "vqk-7zr", ownWords: []) == [.tooShort(minimum: 8)])
        #expect(PasswordRules.users.refusals(of: "vqk-7zrw", ownWords: []) == [])
        var random = SeededRandom(1)
        let longest = Base64.url.encode(random.bytes(192))
        #expect(longest.count == 256)
        #expect(PasswordRules.admins.refusals(of: longest, ownWords: []) == [])
        #expect(PasswordRules.admins.refusals(of: longest + "x", ownWords: []) == [.tooLong(maximum: 256)])
    }

    @Test func `one family emoji is one character, and marks without end are too long`() {
        #expect(PasswordRules.users.refusals(of: "👨‍👩‍👧‍👦", ownWords: []) == [.tooShort(minimum: 8)])
        let marks = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(PasswordRules.users.refusals(of: marks, ownWords: []) == [.tooLong(maximum: 256)])
    }

    @Test(arguments: [
        "password", "Password1!", "P@ssw0rd", "p4$$w0rd2024", "12345678", "123456789012", "87654321", "qwertyuiop",
        "1qaz2wsx", "1q2w3e4r5t", "zaq12wsx", "!QAZ2wsx", "qweasdzxc", "abcdefgh", "abcd1234", "aaaaaaaa", "abcabcabc",
        "passwordpassword", "Summer2024!", "winter2025", "iloveyou", "letmein123", "qwerty123456", "asdfghjkl;'",
        "19851224", "24.12.1985", "batman01", "football!", "monkey12345", "dragondragon", "Ferrari458", "admin@123",
        "Welcome2024!", "йцукенгш", "пароль123", "солнышко", "contraseña1",
        "سلام1234", "رمزعبور۱۲۳", "qazwsxedc", "1234qwer", "q1w2e3r4", "111222333", "Michael1985", "charlie@2023",
        "changeme123", "sunshine99", "11111111", "trustno1", "superman!!", "MyPassword1", "starwars", "Passw0rd123!",
        "ghbdtn123", "asdf1234", "hunter22", "liverpool1", "loveyou2", "January2026", "P@$$w0rd!", "2024Password",
    ])
    func `common passwords are refused`(password: String) {
        #expect(PasswordRules.users.refusals(of: password, ownWords: []) == [.breached])
    }

    @Test(arguments: [
        "correct horse battery stable", "vqk-71-zrmt", "ein Hut, der Stock, ein Regenschirm", "xk3Trq9w",
        "Tr0ub4dor&3", "mauve kettle 19 under rain", "کتاب آبی روی میز چوبی", "три синих кита плывут", "hG7$kq2P",
    ])
    func `good passwords are taken`(password: String) {
        #expect(PasswordRules.users.refusals(of: password, ownWords: []) == [])
    }

    @Test func `of 20,000 random passwords none is taken for a common one`() {
        var random = SeededRandom(2)
        for _ in 0..<20_000 {
            let password = Base64.url.encode(random.bytes(9))
            #expect(!CommonPasswords.builtIn.contains(password), "\(password)")
        }
    }

    @Test(arguments: [
        "kettle-Northwind-19", "K3ttle n0rthw1nd", "rosa.delgado plus", "xx-delgado-xx", "bigblueschool77x",
        "roost kettle 7",
    ])
    func `one's own words are refused, whatever their dress`(password: String) {
        let words = ["rosa.delgado@northwind.example", "Rosa Delgado", "Big Blue School", "Roost"]
        #expect(PasswordRules.users.refusals(of: password, ownWords: words) == [.containsOwnWord])
    }

    @Test func `words of one to three letters refuse nothing, but together they do`() {
        let rules = PasswordRules.users
        #expect(rules.refusals(of: "mahogany kettle", ownWords: ["Ana Roy", "a@b.co"]) == [])
        #expect(rules.refusals(of: "kettle anaroy", ownWords: ["Ana Roy"]) == [.containsOwnWord])
        #expect(rules.refusals(of: "vqk-71-zrmt", ownWords: ["", " ", "@"]) == [])
    }

    @Test func `an operator's file adds to the list`() {
        let common = CommonPasswords.builtIn.adding(lines: "short\r\nVqk-71-Zrmt\n\nother-entry-9x\n")
        let rules = PasswordRules(minimum: 8, maximum: 256, common: common)
        #expect(rules.refusals(of: "vqk-71-zrmT", ownWords: []) == [.breached])
        #expect(PasswordRules.users.refusals(of: "vqk-71-zrmT", ownWords: []) == [])
    }

    @Test func `10,000 odd texts never crash the rules, and the worst is judged quickly`() {
        var random = SeededRandom(3)
        for _ in 0..<10_000 {
            let text = random.text(of: "pasword123qweабвشسی!.é\u{301}\r\n👨‍👩", upTo: 40)
            _ = PasswordRules.users.refusals(of: text, ownWords: [text, "x@y"])
        }
        let slow = String(repeating: "passworq", count: 32)
        let time = ContinuousClock().measure { _ = PasswordRules.users.refusals(of: slow, ownWords: [slow]) }
        #expect(time < .milliseconds(500))
    }
}
