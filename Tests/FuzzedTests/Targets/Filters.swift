// files: Sources/Console/Lists/ChosenDays.swift
// files: Sources/Console/Lists/ChosenValues.swift
// files: Sources/Console/Lists/LocalDay.swift
// files: Sources/Console/Money/Money.swift
// files: Sources/Console/ServiceAPI/ServiceCursor.swift
// files: Sources/Console/Edge/PathOfThisHost.swift
// files: Sources/Console/Audit/AuditFilter.swift
import HTML
import Web

@testable import Console

/// What an address chooses of a list: days, values, amounts, the mark of a page, filters of the audit log, and where to go back to.
enum Filters: Fuzzed {
    static let name = "filters"
    static let longest = 2_048

    static func read(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        if let days = ChosenDays(encoded: text) {
            try Broken.unless(ChosenDays(encoded: days.encoded) == days, "days are read back")
            _ = days.condition("now()", now: .now)
        }
        let values = ChosenValues(encoded: text)
        try Broken.unless(
            values.isEmpty || ChosenValues(encoded: values.encoded) == values, "values are read back")
        if let cursor = ServiceCursor(text) { try Broken.unless(cursor.description == text, "a mark is its own") }
        for currency in [Currency("EUR"), Currency("JPY"), Currency("KWD")].compactMap({ $0 }) {
            guard let money = Money(text, currency) else { continue }
            try Broken.unless(
                Money(money.text, currency) == money && (0...Money.most).contains(money.minor), "money is read back")
            _ = money.words(.fa)
        }
        if let link = Link(pathOfThisHost: text) {
            try Broken.unless(
                link.description.hasPrefix("/") && !link.description.hasPrefix("//"), "it stays on this host")
        }
        let filter = AuditFilter(Query(urlEncoded: bytes))
        let again = AuditFilter(Query(filter.query.map { (name: $0.0, value: $0.1) }))
        try Broken.unless(filter.query.elementsEqual(again.query, by: ==), "a filter is its own")
        _ = filter.conditions(zone: "Europe/Minsk", now: .now)
    }
}
