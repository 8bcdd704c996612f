extension String {
    /// The text as people type it in a hurry: in lower case, without accents and vowel signs, with one sort of digits and of letters that
    /// look alike, as PostgreSQL's `fold_text` has it. For comparing, never for showing.
    package var folded: String {
        var text = ""
        for scalar in lowercased().unicodeScalars {
            if let plain = Folding.plain[scalar] {
                text.unicodeScalars.append(plain)
            } else if let letters = Folding.letters[scalar] {
                text += letters
            } else if !Folding.isDropped(scalar) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

private enum Folding {
    static let plain: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
        uniqueKeysWithValues: zip(
            (latin.marked + others.marked).unicodeScalars, (latin.plain + others.plain).unicodeScalars))

    static let letters: [Unicode.Scalar: String] = ["ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"]

    /// Marks over and under letters, soft hyphens, and what only joins or directs others.
    static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0640, 0x00AD, 0x200B...0x200F, 0x2060, 0xFEFF: true
        case 0x0300...0x036F, 0x0591...0x05C7, 0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x06D6...0x06ED:
            scalar.properties.generalCategory == .nonspacingMark
        default: false
        }
    }

    private static let others = (
        marked: "ıøłđðςёйў‘’ʼ`´يىېےكڪةۀەھہۂۃآأإٱؤئ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹",
        plain: "iolddσеиу'''''ییییککهههههههاااا\u{648}ی01234567890123456789"
    )

    private static let latin = (
        marked: """
        àáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžſơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹ\
        ǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕẖẗ\
        ẘẙẛạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ
        """,
        plain: """
        aaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzsouaiouuuuuaagkoojgn\
        aaaeeiioorruusthaeooooyabbbcdddddeeeeefghhhhhiikkkllllmmmnnnnoooopprrrrsssssttttuuuuuvvwwwwwxxyzzzht\
        wysaaaaaaaaaaaaeeeeeeeeiioooooooooooouuuuuuuyyyy
        """
    )
}
