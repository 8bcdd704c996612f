import JSON
import Postgres

/// The content of a catalogue's entry: a text for each field that has one. Names of translated fields end with the
/// language (`text.fa`), those of a repeated group begin with its name and place (`fields.2.key`).
package struct Content: Sendable, Equatable {
    package private(set) var values: [String: String] = [:]

    package init() {}

    /// From the stored form. Values that are no texts are ignored: an entry that can't be read can still be written
    /// again.
    package init(json: String) {
        guard case .object(let members) = try? JSONReader.read(Array(json.utf8)) else { return }
        for (name, value) in members {
            if case .string(let text) = value { self[name] = text }
        }
    }

    package subscript(_ field: String) -> String {
        get { values[field] ?? "" }
        set { values[field] = newValue.isEmpty ? nil : newValue }
    }

    /// The chosen values of ticks, which are stored as one text.
    package subscript(list field: String) -> [String] {
        get { self[field].split(separator: " ").map(String.init) }
        set { self[field] = newValue.joined(separator: " ") }
    }

    /// Returns the text in that language, or in the first one that has it.
    package func text(_ field: String, _ language: String, _ languages: [String]) -> String {
        ([language] + languages).lazy.map { self["\(field).\($0)"] }.first { !$0.isEmpty } ?? ""
    }

    package var isEmpty: Bool { values.isEmpty }

    /// Always in the same order, so that equal contents have equal texts.
    package var json: String {
        String(
            decoding: JSONText.object(values.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }).bytes,
            as: UTF8.self)
    }

    /// Returns the number of parts in a repeated group.
    package func count(of group: String) -> Int {
        values.keys.compactMap { name -> Int? in
            let parts = name.split(separator: ".", maxSplits: 2)
            return parts.count == 3 && parts[0] == group ? Int(parts[1]) : nil
        }.max() ?? 0
    }

    /// Replaces all parts of a repeated group.
    package mutating func replace(_ group: String, with parts: Content) {
        values = values.filter { !$0.key.hasPrefix("\(group).") }.merging(parts.values) { $1 }
    }

    /// Returns old and new text of each field that differs.
    package func changes(from old: Content?) -> [AuditEvent.Change] {
        let names = Set(values.keys).union(old.map { Set($0.values.keys) } ?? [])
        return names.sorted { Self.isBefore($0, $1) }.compactMap { name in
            let (before, after) = (old?[name] ?? "", self[name])
            guard before != after else { return nil }
            return .init(name, old: before.isEmpty ? nil : before, new: after.isEmpty ? nil : after)
        }
    }

    /// Compares names by their parts, numbers as numbers: the tenth part of a group follows the second.
    package static func isBefore(_ a: String, _ b: String) -> Bool {
        let (left, right) = (a.split(separator: "."), b.split(separator: "."))
        for (x, y) in zip(left, right) where x != y {
            if let m = Int(x), let n = Int(y) { return m < n }
            return x < y
        }
        return left.count < right.count
    }
}

/// Merges three texts: a field that only one of two people has changed gets that person's text; if both have changed
/// it, `typed` wins.
package struct ContentMerge {
    package var content: Content
    /// With their field's name.
    package private(set) var notes: [(field: String, theirs: String, yours: String, isKept: Bool)] = []

    package init(typed: Content, was: Content, stored: Content) {
        content = typed
        for change in stored.changes(from: was) {
            let (theirs, yours) = (stored[change.field], typed[change.field])
            guard theirs != yours else { continue }
            let isUnchanged = yours == was[change.field]
            if isUnchanged { content[change.field] = theirs }
            notes.append((change.field, theirs, yours, isUnchanged))
        }
    }
}
