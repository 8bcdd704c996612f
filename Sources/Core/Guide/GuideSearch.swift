import HTML
import Templates

/// The topics and tasks of the guide that a question means: "refunds", "how do I refund a payment".
struct GuideSearch {
    private(set) var found: [GuideEntry] = []

    init(_ text: String, in entries: [GuideEntry], _ language: Language) {
        let texts = entries.map { entry in
            (entry: entry, own: entry.allText(language).folded, tasks: entry.tasks.map { $0.allText(language).folded })
        }
        let words = Self.words(text) { word in
            texts.contains { topic in topic.own.contains(word) || topic.tasks.contains { $0.contains(word) } }
        }
        guard !words.isEmpty else { return }
        func fits(_ text: String) -> Bool { words.allSatisfy { text.contains($0) } }
        var byTitle: [GuideEntry] = []
        var others: [GuideEntry] = []
        for topic in texts {
            var entry = topic.entry
            entry.tasks = zip(topic.entry.tasks, topic.tasks).filter { fits($0.1) }.map { $0.0 }
            guard !entry.tasks.isEmpty || fits(topic.own) else { continue }
            let isInTitle = ([entry.title] + entry.tasks.map(\.title)).contains {
                fits($0.resolve(in: language).folded)
            }
            if isInTitle { byTitle.append(entry) } else { others.append(entry) }
        }
        found = byTitle + others
    }

    /// Returns the words that a text must contain. A question has more words than those that tell what it is about:
    /// short ones and those that the whole guide lacks are left out beside others. Endings of long words are left out
    /// as well ("refunds", "возвраты").
    private static func words(_ text: String, isKnown: (String) -> Bool) -> [String] {
        let all = text.folded.split { !$0.isLetter && !$0.isNumber }
            .map { String($0.dropLast($0.count >= 8 ? 2 : $0.count >= 6 ? 1 : 0)) }
        let telling = all.filter { $0.count > 3 && isKnown($0) }
        return telling.isEmpty ? all : telling
    }
}
