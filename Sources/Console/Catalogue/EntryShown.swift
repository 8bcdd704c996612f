import Templates

/// The catalogue's own information on an entry's page, beside the phones.
package struct EntryShown: Sendable {
    package var numbers: [Number]
    package var tables: [CompareTable]

    package init(numbers: [Number] = [], tables: [CompareTable] = []) {
        self.numbers = numbers
        self.tables = tables
    }
}
