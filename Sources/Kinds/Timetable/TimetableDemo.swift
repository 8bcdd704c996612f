import Console
import Core

extension TimetableKind {
    /// The entries that the demo app shows.
    static let demoEntries = [
        DemoEntry(
            "texts", "lesson.moved",
            [
                "where": "Push", "limit": "120", "text.ru": "{lesson} перенесли в {room} на {time}.",
                "text.en": "{lesson} moved to {room} at {time}.",
            ]),
        DemoEntry(
            "texts", "lesson.cancelled", ["where": "Push", "limit": "120", "text.ru": "{lesson} сегодня не будет."]),
        DemoEntry(
            "texts", "exam.tomorrow",
            [
                "where": "Push", "limit": "120", "text.ru": "Завтра экзамен: {lesson}, {time}, {room}.",
                "text.en": "Exam tomorrow: {lesson}, {time}, {room}.",
            ]),
        DemoEntry(
            "texts", "week.title",
            ["where": "Above the week", "limit": "40", "text.ru": "{week}-я неделя", "text.en": "Week {week}"]),
        DemoEntry("categories", "lecture", ["name.ru": "Лекция", "name.en": "Lecture"]),
        DemoEntry("categories", "practice", ["name.ru": "Практическое занятие", "name.en": "Practice"]),
        DemoEntry("categories", "lab", ["name.ru": "Лабораторная", "name.en": "Lab"]),
        DemoEntry(
            "plans", "free",
            [
                "name.ru": "Бесплатный", "name.en": "Free", "entitlements.1.key": "groups",
                "entitlements.1.kind": "number",
                "entitlements.1.value": "3", "entitlements.1.label.ru": "Группы", "entitlements.1.label.en": "Groups",
            ]),
    ]

    /// What waits for whoever publishes: a text that gets its second language.
    static let demoInReview = [
        DemoEntry(
            "texts", "lesson.cancelled",
            [
                "where": "Push", "limit": "120", "text.ru": "{lesson} сегодня не будет.",
                "text.en": "{lesson} is cancelled today.",
            ])
    ]
}
