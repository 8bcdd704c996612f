import Foundation
import HTML
import Postgres
import Support
import Templates
import Testing

@testable import Gradebook

/// The numbers, against the same rules written a second time in Python (`reference.py`).
@Suite struct NumbersTests {
    private struct Case: Encodable {
        struct Category: Encodable {
            let weight: String
            let drops: Int
        }
        struct Assignment: Encodable {
            let possible: String
            let extra: Bool
            let category: Int
        }
        let weighted: Bool
        let categories: [Category]
        let assignments: [Assignment]
        let scale: [Step]
        let students: [[String]]

        struct Step: Encodable {
            let letter: String
            let least: Int
            func encode(to encoder: any Encoder) throws {
                var pair = encoder.unkeyedContainer()
                try pair.encode(letter)
                try pair.encode(least)
            }
        }
    }

    private struct Wanted: Decodable {
        let percents: [Int?]
        let letters: [String?]
        let columns: [[Int]?]
        let all: [Int]?
    }

    private static func decimal(_ thousandths: Int) -> String { Points(thousandths: thousandths).plain }

    /// Small numbers, so that ties and equal shares come often; and now and then large and crooked ones.
    private static func random(_ random: inout SeededRandom) -> Case {
        let categories = (0..<Int.random(in: 1...5, using: &random)).map { _ in
            Case.Category(
                weight: decimal([0, 10_000, 25_000, 33_330, 40_000, 1_500].randomElement(using: &random) ?? 0),
                drops: [0, 0, 1, 2, 5].randomElement(using: &random) ?? 0)
        }
        let isCrooked = Int.random(in: 0..<4, using: &random) == 0
        let assignments = (0..<Int.random(in: 0...12, using: &random)).map { _ in
            Case.Assignment(
                possible: decimal(
                    isCrooked
                        ? Int.random(in: 1...99_999_999, using: &random)
                        : ([4, 5, 8, 10, 20, 50, 100].randomElement(using: &random) ?? 1) * 1000),
                extra: Int.random(in: 0..<6, using: &random) == 0,
                category: Int.random(in: 0..<categories.count, using: &random))
        }
        let students = (0..<Int.random(in: 1...8, using: &random)).map { _ in
            assignments.map { assignment -> String in
                switch Int.random(in: 0..<10, using: &random) {
                case 0: return ""
                case 1: return "EX"
                case 2: return "M"
                default:
                    let possible = Points(plain: assignment.possible)?.thousandths ?? 0
                    let earned =
                        isCrooked
                        ? Int.random(in: 0...possible, using: &random)
                        : Int.random(in: 0...(possible / 500), using: &random) * 500
                    return decimal(earned) + (Int.random(in: 0..<8, using: &random) == 0 ? " L" : "")
                }
            }
        }
        return Case(
            weighted: Bool.random(using: &random), categories: categories, assignments: assignments,
            scale: Scale.usual.steps.map { .init(letter: $0.letter, least: $0.least.tenths) }, students: students)
    }

    private static func rules(_ one: Case) throws -> Rules {
        Rules(
            isWeighted: one.weighted,
            categories: try one.categories.map {
                .init(id: .make(), name: "", weight: try Points(stored: $0.weight), drops: $0.drops)
            },
            assignments: try one.assignments.map {
                .init(
                    id: .make(), name: "", possible: try Points(stored: $0.possible), isExtra: $0.extra,
                    category: $0.category)
            }, scale: .usual)
    }

    private static func reference(_ cases: [Case]) throws -> [Wanted] {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let folder = FileManager.default.temporaryDirectory.appending(path: "numbers-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (given, made) = (folder.appending(path: "given"), folder.appending(path: "made"))
        let encoder = JSONEncoder()
        try Data(cases.map { try encoder.encode($0) + Data("\n".utf8) }.joined()).write(to: given)
        FileManager.default.createFile(atPath: made.path, contents: nil)
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", here.appending(path: "reference.py").path]
        python.standardInput = try FileHandle(forReadingFrom: given)
        python.standardOutput = try FileHandle(forWritingTo: made)
        try python.run()
        python.waitUntilExit()
        try #require(python.terminationStatus == 0)
        return try String(contentsOf: made, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Wanted.self, from: Data($0.utf8))
        }
    }

    private static func list(_ numbers: Statistics?) -> [Int]? {
        numbers.map { [$0.mean, $0.median, $0.spread, $0.least, $0.greatest] }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `GB5: totals, letters and statistics are those of exact fractions, rounded once`(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let cases = (0..<1000).map { _ in Self.random(&random) }
        let wanted = try Self.reference(cases)
        try #require(wanted.count == cases.count)
        for (one, wanted) in zip(cases, wanted) {
            let rules = try Self.rules(one)
            let grades = try one.students.map { try $0.map { try #require(Grade(typed: $0, .of(.en))) } }
            let totals = grades.map { rules.total($0) }
            #expect(totals.map { $0.percent?.tenths } == wanted.percents)
            #expect(totals.map(\.letter) == wanted.letters)
            for place in rules.assignments.indices {
                let column = grades.compactMap { $0[place].counted?.thousandths }
                #expect(Self.list(Statistics(thousandths: column)) == wanted.columns[place])
            }
            let all = totals.compactMap { $0.percent.map { $0.tenths * 100 } }
            #expect(Self.list(Statistics(thousandths: all)) == wanted.all)
        }
    }

    private func total(_ rules: Rules, _ typed: String...) throws -> Total {
        rules.total(try typed.map { try #require(Grade(typed: $0, .of(.en))) })
    }

    private func rules(drops: Int = 0, weighted: Bool = false, possible: [Int], extra: Set<Int> = []) -> Rules {
        Rules(
            isWeighted: weighted,
            categories: [.init(id: .make(), name: "Tests", weight: Points(thousandths: 1000), drops: drops)],
            assignments: possible.enumerated().map {
                .init(
                    id: .make(), name: "", possible: Points(thousandths: $1 * 1000), isExtra: extra.contains($0),
                    category: 0)
            }, scale: .usual)
    }

    @Test func `GB5: a half is rounded away from zero, and the letter follows from what is shown`() throws {
        // 179.9 of 200 is 89.95 %: shown as 90.0 %, and an A.
        let total = try total(rules(possible: [200]), "179.9")
        #expect(total.percent == Percent(tenths: 900) && total.letter == "A")
        #expect(try self.total(rules(possible: [200]), "179.899").letter == "B")
    }

    @Test func `GB3: the lowest shares are dropped, the last one never, and of equal ones the best for the student`()
        throws
    {
        let one = try total(rules(drops: 1, possible: [10, 20, 10]), "5", "10", "9")
        #expect(one.parts[0].dropped.map(\.assignment) == [1])
        #expect(one.percent == Percent(tenths: 700))
        // Of grades that are equal in everything the earliest.
        let same = try total(rules(drops: 1, possible: [10, 10, 10]), "9", "5", "5")
        #expect(same.parts[0].dropped.map(\.assignment) == [1])
        let last = try total(rules(drops: 5, possible: [10, 20, 10]), "", "3", "EX")
        #expect(last.parts[0].dropped.isEmpty && last.percent == Percent(tenths: 150))
    }

    @Test func `GB5: of equally low grades those are dropped that leave the student the highest total`() throws {
        func rules(_ isWeighted: Bool, _ assignments: [(Int, Int)]) -> Rules {
            Rules(
                isWeighted: isWeighted,
                categories: [("Q", 1), ("Other", 0)].map {
                    .init(id: .make(), name: $0.0, weight: Points(thousandths: 1000), drops: $0.1)
                },
                assignments: assignments.map {
                    .init(id: .make(), name: "", possible: Points(thousandths: $0.0), isExtra: false, category: $0.1)
                }, scale: .usual)
        }
        // 0 of 10 and 0 of 100 are equally low: without the hundred more is left.
        let weighted = try total(rules(true, [(10_000, 0), (100_000, 0), (33_333, 0)]), "0", "0", "25")
        #expect(weighted.parts[0].dropped.map(\.assignment) == [1] && weighted.percent == Percent(tenths: 577))
        let points = rules(false, [(10_000, 0), (100_000, 0), (5_000, 0), (10_000, 1)])
        let missing = try total(points, "M", "M", "EX", "12")
        #expect(missing.parts[0].dropped.map(\.assignment) == [1] && missing.percent == Percent(tenths: 600))
        // Of two full ones the smaller goes where the rest is poorer: 100 of 110 and not 10 of 20.
        let full = try total(points, "10", "100", "EX", "0")
        #expect(full.parts[0].dropped.map(\.assignment) == [0] && full.percent == Percent(tenths: 909))
    }

    @Test func `GB4: excused counts for nothing, missing for no points, late like any other`() throws {
        let rules = rules(possible: [10, 10])
        #expect(try total(rules, "8", "EX").percent == Percent(tenths: 800))
        #expect(try total(rules, "8", "M").percent == Percent(tenths: 400))
        #expect(try total(rules, "8", "6 L").percent == Percent(tenths: 700))
        #expect(try total(rules, "", "").percent == nil)
    }

    @Test func `GB3: extra credit adds to what was earned, and waits while nothing else counts`() throws {
        let rules = rules(possible: [10, 5], extra: [1])
        #expect(try total(rules, "10", "5").percent == Percent(tenths: 1500))
        #expect(try total(rules, "", "5").percent == nil)
    }

    @Test
    func `GB3: by points, extra credit counts in a category of its own; by weights a category of it alone is left out`()
        throws
    {
        func rules(_ isWeighted: Bool) -> Rules {
            Rules(
                isWeighted: isWeighted,
                categories: ["Tests", "Bonus"].map {
                    .init(id: .make(), name: $0, weight: Points(thousandths: 1000), drops: 0)
                },
                assignments: [(20, false), (5, true)].enumerated().map {
                    .init(
                        id: .make(), name: "", possible: Points(thousandths: $1.0 * 1000), isExtra: $1.1, category: $0)
                }, scale: .usual)
        }
        #expect(try total(rules(false), "10", "4").percent == Percent(tenths: 700))
        #expect(try total(rules(false), "", "4").percent == nil)
        #expect(try total(rules(true), "10", "4").percent == Percent(tenths: 500))
    }

    @Test func `GB5: a teacher's percentage stands in place of the computed one, which stays to be seen`() throws {
        let total = rules(possible: [10]).total([try #require(Grade(plain: "5"))], override: Percent(tenths: 800))
        #expect(total.percent == Percent(tenths: 800) && total.computed == Percent(tenths: 500) && total.letter == "B")
    }

    @Test(arguments: [
        "1e3", "-1", "1,2,3", "12345678901", "1.2345", ".", "x", "100000.001", "5 EX", "++", "1 2", "1О", "EXX",
    ])
    func `GB4: what is no grade is refused`(typed: String) { #expect(Grade(typed: typed, .of(.en)) == nil) }

    @Test(arguments: [
        ("۱۷٫۵", "17.5"), (" 17,50 ", "17.5"), ("ex", "EX"), ("—", "M"), ("9l", "9 L"), ("9 L", "9 L"), ("", ""),
        ("0", "0"), ("007", "7"), ("1.2340", "1.234"), (".5", "0.5"),
    ])
    func `GB4: a grade is read as people type it, and comes back as it is shown`(typed: String, plain: String) throws {
        let grade = try #require(Grade(typed: typed, .of(.en)))
        #expect(grade.plain == plain && Grade(plain: grade.plain) == grade)
    }

    @Test(arguments: [
        ("ЕХ", "EX"), ("ех", "EX"), ("Е", "EX"), ("М", "M"), ("ΕΧ", "EX"), ("ＥＸ", "EX"), ("１７．５ｌ", "17.5 L"),
        ("－", "M"),
        ("E\u{200B}X", "EX"), ("٤٫٥", "4.5"), ("१२", "12"), ("17,5\u{00A0}l", "17.5 L"), ("excused", "EX"),
        ("12 late", "12 L"),
        ("Exento", "EX"), ("no entregado", "M"), ("7 Tarde", "7 L"), ("осв", "EX"), ("Освобождён", "EX"),
        ("освобожден", "EX"), ("Н", "M"), ("не сдано", "M"), ("15 п", "15 L"), ("15,5 поздно", "15.5 L"),
        ("معاف", "EX"), ("11,5 Л", "11.5 L"),
        ("تحویل‌نشده", "M"), ("تحويل نشده", "M"), ("۱۸ دیرکرد", "18 L"), ("۱۸ دير", "18 L"),
    ])
    func `GB4: letters that look alike and each language's own words are marks`(typed: String, plain: String) {
        #expect(Grade(typed: typed, .of(.en))?.plain == plain, "\(typed)")
    }

    @Test(
        arguments: [
            ("۱۱/۵", .fa, "11.5"), ("۱۱/۵ د", .fa, "11.5 L"), ("11/5", .fa, "11.5"),
            ("۱۱/۵", .ru, "11.5"),
            ("11/5", .en, nil), ("11/5", .ru, nil), ("۱۴۰۵/۰۸/۲۹", .fa, nil), ("/۵", .fa, nil), ("۵/", .fa, nil),
        ] as [(String, Language, String?)])
    func `GB4: a slash between Persian digits, or on a Persian page, precedes decimals`(
        typed: String, language: Language, plain: String?
    ) {
        #expect(Grade(typed: typed, .of(language))?.plain == plain)
        if plain?.contains("L") != true { #expect(Points(typed, .of(language))?.plain == plain) }
    }

    @Test func `GB4: a word of one language means nothing else in another, and each mark has words in every language`()
    {
        var meanings: [String: Set<Grade.Mark>] = [:]
        let own: [(Grade.Mark, StringKey)] = [
            (.excused, Strings.gradebook_words_excused), (.missing, Strings.gradebook_words_missing),
            (.late, Strings.gradebook_words_late),
        ]
        for (mark, key) in own {
            for language in Language.allCases {
                let words = Spelling<Grade.Mark>.list(key.resolve(in: language))
                #expect(!words.isEmpty)
                for word in words { meanings[TypedLetters.joined(word), default: []].insert(mark) }
            }
            for letter in ["ex", "e", "m", "l"] where Grade.spelling.words[letter] == mark {
                meanings[letter, default: []].insert(mark)
            }
        }
        #expect(meanings.filter { $0.value.count > 1 }.isEmpty)
        #expect(meanings.allSatisfy { Grade.spelling.words[$0.key] == $0.value.first })
    }

    @Test(arguments: [
        ("ЕЦ", "Ц"), ("1О", "О"), ("abc", "a"), ("-5", "-"), ("1,2,3", ","), ("5 EX", "E"), ("EXQ", "Q"), ("۱۷x", "x"),
    ])
    func `GB4: what is no grade says by which character`(typed: String, character: String) {
        #expect(Grade(typed: typed, .of(.en)) == nil)
        #expect(Grade.strange(in: typed).map { String($0) } == character)
        #expect(GradeText(.en).refusal(typed).resolve(in: .en).contains("“\(character)” is neither"))
    }

    @Test(
        arguments: [
            // Groups and decimals as the language has them.
            (Language.en, "1,000", "1000"), (.en, "12,125", "12125"), (.en, "1.000", "1"), (.en, "17,5", "17.5"),
            (.en, "1,000.5", "1000.5"), (.en, "1.000,5", "1000.5"), (.en, "0,125", "0.125"), (.en, "250,000", nil),
            (.ru, "12,125", "12.125"), (.ru, "1 000", "1000"), (.ru, "1\u{A0}000,5", "1000.5"), (.ru, "17.5", "17.5"),
            (.es, "12,125", "12.125"), (.es, "17.5", "17.5"), (.es, "1.000,5", "1000.5"),
            (.fa, "۱۲٫۱۲۵", "12.125"), (.fa, "۱٬۰۰۰", "1000"), (.fa, "12.125", "12.125"), (.fa, "۱۷٫۵ د", "17.5 L"),
            // What two countries read as two numbers is none.
            (.ru, "1.000", nil), (.es, "1.000", nil), (.es, "1,000", nil), (.fa, "1,000", nil), (.es, "1.234 t", nil),
            // One reading is left where the other is no number of points.
            (.ru, "999.999", "999.999"), (.en, "1,0000", "1"), (.en, "1,2,3", nil), (.en, "01,000", "1"),
        ] as [(Language, String, String?)])
    func `GB4: a number is read as the language writes it, and never guessed`(
        language: Language, typed: String, plain: String?
    ) {
        #expect(Grade(typed: typed, .of(language))?.plain == plain, "\(language) \(typed)")
    }

    @Test func `GB4: what can be two numbers is refused with both`() throws {
        #expect(
            GradeText(.ru).refusal("1.000").resolve(in: .en)
                == "“1.000” can be read as 1 or as 1000. Type it without separators, the way you mean it.")
        #expect(GradeText(.es).refusal("12.500 t").resolve(in: .es).contains("12,5 o como 12500"))
        #expect(GradeText(.en).refusal("1,000", .plain).resolve(in: .en).contains("1 or as 1000"))
        // A file shows by its other cells how it writes numbers.
        let english = NumberMarks.found(in: ["1.000", "17.5", "x"], otherwise: .of(.ru))
        #expect(Grade(typed: "1.000", english)?.plain == "1" && Grade(typed: "1,000", english)?.plain == "1000")
        #expect(NumberMarks.found(in: ["1.000", "17"], otherwise: .of(.ru)) == .of(.ru))
        #expect(NumberMarks.found(in: ["1,5", "1.5"], otherwise: .of(.ru)) == .of(.ru))
        // What Roost shows is what it reads, in every language.
        for language in Language.allCases {
            let text = GradeText(language)
            for thousandths in [1, 125, 12_125, 500_001, 999_999, 1_000_000, 12_125_100, 99_999_999] {
                let points = Points(thousandths: thousandths)
                #expect(Points(text.points(points), text.marks) == points, "\(language) \(text.points(points))")
            }
        }
    }

    @Test func `GB4: a percentage is a share of the points possible, if that is a number of points`() {
        func grade(_ typed: String, of possible: Int) -> String? {
            Grade(typed: typed, .of(.en), of: Points(thousandths: possible * 1000))?.plain
        }
        #expect(grade("70%", of: 100) == "70" && grade("70 %", of: 20) == "14" && grade("۷۰٪", of: 100) == "70")
        #expect(grade("12.5% L", of: 100) == "12.5 L" && grade("33.333%", of: 7) == nil)
        #expect(Grade(typed: "70%", .of(.en)) == nil)
        #expect(GradeText(.en).refusal("33.333%").resolve(in: .en).contains("no number of points"))
        #expect(Percent("89,5 %", .of(.ru)) == Percent(tenths: 895) && Percent("80%", .of(.en)) == Percent(tenths: 800))
        #expect(Scale("A 89,5 , B 80%", .of(.ru))?.text == "A 89.5, B 80")
        #expect(Scale("A 89,5, B 80", .of(.ru))?.text == "A 89.5, B 80")
        #expect(Scale("5 90,4 75", .of(.ru))?.text == "5 90, 4 75")
    }

    @Test(arguments: [
        ("Р", AttendanceState.present), ("А", .absent), ("Е", .excused), ("п", .present), ("Отсутствует", .absent),
        ("у", .excused), ("ح", .present), ("غايب", .absent), ("Ｐ", .present), ("Justificado", .excused),
        ("present", .present),
    ])
    func `GB6: marks of attendance are read in look-alike letters and in each language's words`(
        typed: String, state: AttendanceState
    ) {
        #expect(AttendanceState(typed: typed) == state, "\(typed)")
    }

    @Test func `GB5: a scale falls, has each letter once, and comes back as it was typed`() {
        #expect(Scale("A 90, B 80.5\nF 0", .of(.en))?.text == "A 90, B 80.5, F 0")
        #expect(Scale("", .of(.en))?.steps.isEmpty == true)
        for wrong in ["A", "A 90 B 80", "A 90, A 80", "A 80, B 90", "A 90, B 90", "A x", "ABCDEFGHI 9"] {
            #expect(Scale(wrong, .of(.en)) == nil, "\(wrong)")
        }
        #expect(Scale("A 90, B 80", .of(.en))?.letter(Percent(tenths: 799)) == nil)
    }
}
