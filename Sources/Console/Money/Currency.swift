import HTML
import Web

/// A currency of ISO 4217. Source of the codes and their minor units: list one of the maintenance agency (SIX), as of
/// 2025-05, without funds, metals and test codes.
package struct Currency: Hashable, Sendable {
    package let code: String
    /// The number of decimal places: 2 for EUR, none for JPY, 3 for KWD.
    package let digits: Int

    /// nil for a code that is no currency's.
    package init?(_ code: String) {
        guard let digits = Self.known[code] else { return nil }
        self.code = code
        self.digits = digits
    }

    /// Every stored code is shown: one that this version does not know counts as having two decimal places.
    package init(stored code: String) {
        self.code = code
        digits = Self.known[code] ?? 2
    }

    /// The number of minor units in one unit.
    package var scale: Int { [1, 10, 100, 1000, 10_000][digits] }

    package static var codes: [String] { known.keys.sorted() }

    /// Returns the sign by which people who read that language know the currency among all others; nil if it has none
    /// there. Source: `currencies` of Unicode CLDR 44 for en, es, ru and fa, of those that differ from the code.
    package func symbol(in language: Language) -> String? { Self.symbols[language]?[code] }

    /// Returns the text without one code or symbol of a currency before it or after it: the longest that is there, `US$` before `$`.
    package static func withoutSign(_ text: String) -> String {
        let text = text.trimmingSpaces
        guard let first = text.first, let last = text.last else { return text }
        let before = signsByFirst[first]?.first { text.hasPrefix($0) }?.count ?? 0
        let after = signsByLast[last]?.first { text.hasSuffix($0) }?.count ?? 0
        return String(before >= after ? text.dropFirst(before) : text.dropLast(after))
    }

    /// The longest first.
    private static let signs = Set(symbols.values.flatMap(\.values) + known.keys).sorted {
        ($1.count, $0) < ($0.count, $1)
    }
    /// A typed sum is compared with the few signs that begin or end as it does, and not with all two hundred.
    private static let signsByFirst = Dictionary(grouping: signs) { $0[$0.startIndex] }
    private static let signsByLast = Dictionary(grouping: signs) { $0[$0.index(before: $0.endIndex)] }

    private static let symbols: [Language: [String: String]] = [
        .en: [
            "AUD": "A$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "EUR": "€", "GBP": "£", "HKD": "HK$", "ILS": "₪",
            "INR": "₹", "JPY": "¥", "KRW": "₩", "MXN": "MX$", "NZD": "NZ$", "PHP": "₱", "TWD": "NT$", "USD": "$",
            "VND": "₫", "XAF": "FCFA", "XCD": "EC$",
        ],
        .es: ["EUR": "€", "USD": "US$", "VND": "₫"],
        .ru: [
            "AUD": "A$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "EUR": "€", "GBP": "£", "HKD": "HK$", "ILS": "₪",
            "INR": "₹", "JPY": "¥", "KRW": "₩", "MXN": "MX$", "NZD": "NZ$", "PHP": "₱", "RUB": "₽", "TWD": "NT$",
            "UAH": "₴", "USD": "$", "VND": "₫",
        ],
        .fa: [
            "AFN": "؋", "EUR": "€", "GBP": "£", "ILS": "₪", "INR": "₹", "IRR": "ریال", "JPY": "¥", "KRW": "₩",
            "USD": "$", "VND": "₫",
        ],
    ]

    private static let known: [String: Int] = {
        let lists: [(digits: Int, codes: String)] = [
            (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
            (
                2,
                """
                AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC \
                CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD \
                KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO \
                NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL \
                THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG
                """
            ),
            (3, "BHD IQD JOD KWD LYD OMR TND"), (4, "CLF UYW"),
        ]
        var known: [String: Int] = [:]
        for (digits, codes) in lists { for code in codes.split(separator: " ") { known[String(code)] = digits } }
        return known
    }()
}
