import HTML
import Templates

/// The topics and tasks of the guide that a question means: "refunds", "how do I refund a payment?".
struct GuideSearch {
    private(set) var found: [GuideEntry] = []

    init(_ text: String, in entries: [GuideEntry], _ language: Language) {
        let texts = entries.map { entry in
            (entry: entry, own: entry.allText(language).folded, tasks: entry.tasks.map { $0.allText(language).folded })
        }
        let words = Self.words(text) { word in
            texts.contains { topic in topic.own.contains(word) || topic.tasks.contains { $0.contains(word) } }
        }
        func score(_ text: String) -> Int { words.count { text.contains($0) } }
        // If nothing has all the words, what has most of them is better than nothing.
        let best = texts.flatMap { [score($0.own)] + $0.tasks.map(score) }.max() ?? 0
        guard best > 0 else { return }
        // Topics that are called so, then those with such a task, then those that only mention it.
        var ranks: [[GuideEntry]] = [[], [], []]
        for topic in texts {
            var entry = topic.entry
            entry.tasks = zip(topic.entry.tasks, topic.tasks).filter { score($0.1) == best }.map { $0.0 }
            guard !entry.tasks.isEmpty || score(topic.own) == best else { continue }
            func isCalledSo(_ title: LocalText) -> Bool { score(title.resolve(in: language).folded) == best }
            ranks[isCalledSo(entry.title) ? 0 : entry.tasks.contains { isCalledSo($0.title) } ? 1 : 2].append(entry)
        }
        found = ranks.flatMap { $0 }
    }

    /// Returns the words that tell what a question is about. Its other words, short ones and those that the whole guide
    /// lacks are left out beside them. Endings of long words are left out as well ("refunds", "возвраты").
    private static func words(_ text: String, isKnown: (String) -> Bool) -> [String] {
        let all = text.folded.split { !$0.isLetter && !$0.isNumber }
        let stems = all.filter { !asking.contains(String($0)) }
            .map { String($0.dropLast($0.count >= 8 ? 2 : $0.count >= 6 ? 1 : 0)) }
        let telling = stems.filter { $0.count > 3 && isKnown($0) }
        return telling.isEmpty ? stems : telling
    }

    /// Words with which people begin a question, folded.
    private static let asking: Set<String> = Set(
        """
        how what where when which does should could want need como donde cuando puedo quiero hacer hago debo как где \
        когда можно нужно надо хочу сделать сделаю چگونه چطور کجا باید میتوان میتوانم میخواهم انجام کنم کنیم دهم
        """.split(separator: " ").map { String($0).folded })
}
