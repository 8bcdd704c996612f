import HTML

/// The assigned country codes of ISO 3166-1 (2024), for menus.
package enum Countries {
    package static let codes: [String] = """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA \
        CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA \
        GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP \
        KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS \
        MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS \
        RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW \
        TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """.split(separator: " ").map(String.init)

    private struct Named: Sendable {
        var name: String
        /// The position in the language's alphabetical order.
        var place: Int
    }

    private static let named = CountryNames.all.mapValues { lines in
        Dictionary(
            lines.enumerated().map { (String($1.prefix(2)), Named(name: String($1.dropFirst(3)), place: $0)) }
        ) { first, _ in first }
    }

    /// Returns the country's name in that language, or the text itself if it is no code.
    package static func name(of code: String, in language: Language) -> String { named[language]?[code]?.name ?? code }

    /// Sorted by name; texts that are no codes come last.
    package static func sorted(_ codes: [String], in language: Language) -> [String] {
        let named = named[language] ?? [:]
        return codes.sorted { (named[$0]?.place ?? .max, $0) < (named[$1]?.place ?? .max, $1) }
    }

    /// For a menu: each code with its name, by their names.
    package static func choices(_ codes: [String] = codes, in language: Language) -> [(
        value: String, label: String
    )] {
        sorted(codes, in: language).map { ($0, name(of: $0, in: language)) }
    }
}

/// The languages that an app's users may have, each with its own name.
package enum Languages {
    /// Returns the language's own name, or the code if it is not in this list.
    package static func name(of code: String) -> String { known.first { $0.code == code }?.name ?? code }

    package static let codes = known.map(\.code)

    /// True if the tag begins with the code of a language: ISO 639-1, and those of three letters that CLDR has words for.
    package static func isKnown(_ tag: String) -> Bool {
        all.contains(tag.prefix { $0 != "-" && $0 != "_" }.lowercased())
    }

    private static let all = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj
        fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv ka kg ki kj kk kl km kn ko kr ks ku kv kw
        ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru
        rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za
        zh zu agq asa ast bas bem bez brx ccp ceb cgg chr ckb dav dje doi dsb dua dyo ebu ewo fil fur gsw guz haw hsb jgo jmc kab kam kde kea khq
        kln kok ksb ksf ksh lag lkt lrc luo luy mai mas mer mfe mgh mgo mni mua mzn naq nds nmg nnh nus nyn pcm prg rof rwk sah saq sat sbp seh ses
        shi smn stq teo twq tzm vai vun wae xog yav yue zgh
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    package static let known: [(code: String, name: String)] = [
        ("ar", "العربية"), ("be", "Беларуская"), ("bn", "বাংলা"), ("cs", "Čeština"), ("de", "Deutsch"), ("el", "Ελληνικά"),
        ("en", "English"), ("es", "Español"), ("fa", "فارسی"), ("fr", "Français"), ("he", "עברית"), ("hi", "हिन्दी"),
        ("id", "Bahasa Indonesia"), ("it", "Italiano"), ("ja", "日本語"), ("ko", "한국어"), ("nl", "Nederlands"),
        ("pl", "Polski"),
        ("pt", "Português"), ("ro", "Română"), ("ru", "Русский"), ("sv", "Svenska"), ("sw", "Kiswahili"),
        ("tr", "Türkçe"),
        ("uk", "Українська"), ("ur", "اردو"), ("vi", "Tiếng Việt"), ("zh", "中文"),
    ]
}
