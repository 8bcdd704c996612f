import Console
import Core

extension FitnessKind {
    /// What the demo app shows.
    static let demoEntries = groups + goalTypes + advice + [foodQuestions] + messages + plans

    /// Entries in review: another wording, and a new one.
    static let demoInReview = [
        DemoEntry(
            "texts", "sponsor.thanks",
            [
                "where": "After a goal is done", "limit": "160",
                "text.ru": "{name} у цели! Обещанное вознаграждение: {reward}. Спасибо за поддержку.",
                "text.en": "{name} made it! The promised reward: {reward}. Thank you for your support.",
            ]),
        DemoEntry(
            "recommendations", "sleep",
            [
                "text.ru": "После тяжёлой тренировки ложитесь на час раньше.",
                "text.en": "After a hard session go to bed an hour earlier.", "confirm": "yes",
            ]),
    ]

    private static let groups = [
        DemoEntry("categories", "family", ["name.ru": "Семья и друзья", "name.en": "Family and friends"]),
        DemoEntry("categories", "employer", ["name.ru": "Работодатели", "name.en": "Employers"]),
        DemoEntry("categories", "insurer", ["name.ru": "Страховые компании", "name.en": "Insurers"]),
    ]

    private static let goalTypes = [
        DemoEntry(
            "goals", "weight_loss",
            [
                "name.ru": "Похудение", "name.en": "Weight loss",
                "about.ru": "Сбросить вес без спешки: занятия, питание и весы раз в неделю.",
                "about.en": "Lose weight without haste: sessions, food, and the scales once a week.",
                "fields.1.key": "sports", "fields.1.kind": "several", "fields.1.required": "yes",
                "fields.1.label.ru": "Чем будете заниматься?", "fields.1.label.en": "What will you do?",
                "fields.1.choices.ru": "swimming: Плавание\nrunning: Бег\ncycling: Велосипед",
                "fields.1.choices.en": "swimming: Swimming\nrunning: Running\ncycling: Cycling",
                "fields.2.key": "target", "fields.2.kind": "number", "fields.2.unit": "kg", "fields.2.least": "30",
                "fields.2.greatest": "250", "fields.2.unit_words.ru": "кг", "fields.2.unit_words.en": "kg",
                "fields.2.label.ru": "Желаемый вес", "fields.2.label.en": "Weight aimed at",
            ]),
        DemoEntry(
            "goals", "muscle",
            [
                "name.ru": "Набор мышечной массы", "name.en": "Muscle mass", "fields.1.key": "equipment",
                "fields.1.kind": "several", "fields.1.required": "yes", "fields.1.label.ru": "Что у вас есть?",
                "fields.1.label.en": "What do you have?",
                "fields.1.choices.ru":
                    "body: Только своё тело\nbar: Турник\ndumbbells: Гантели\ngym: Абонемент в зал",
                "fields.1.choices.en": "body: Body only\nbar: Pull-up bar\ndumbbells: Dumb-bells\ngym: Gym pass",
            ]),
        race("marathon", ru: "Марафон", en: "Marathon"), race("triathlon", ru: "Триатлон", en: "Triathlon"),
        race("ironman", ru: "Ironman", en: "Ironman"),
        DemoEntry(
            "goals", "own",
            [
                "name.ru": "Своя цель", "name.en": "Own goal", "fields.1.key": "text", "fields.1.kind": "text",
                "fields.1.required": "yes", "fields.1.label.ru": "Опишите цель",
                "fields.1.label.en": "Describe the goal",
            ]),
    ]

    private static func race(_ key: String, ru: String, en: String) -> DemoEntry {
        DemoEntry(
            "goals", key,
            [
                "name.ru": ru, "name.en": en, "fields.1.key": "day", "fields.1.kind": "day",
                "fields.1.label.ru": "День старта", "fields.1.label.en": "Day of the race", "fields.2.key": "before",
                "fields.2.kind": "yes", "fields.2.label.ru": "Бежали раньше?", "fields.2.label.en": "Done one before?",
            ])
    }

    /// What a recipient eats on workdays and on days off: the keys say which.
    private static let foodQuestions = DemoEntry(
        "questionnaires", "food",
        [
            ("workday", "breakfast", "Завтрак в рабочий день", "Breakfast on workdays"),
            ("workday", "lunch", "Обед в рабочий день", "Lunch on workdays"),
            ("workday", "dinner", "Ужин в рабочий день", "Dinner on workdays"),
            ("weekend", "breakfast", "Завтрак в выходной", "Breakfast on days off"),
            ("weekend", "lunch", "Обед в выходной", "Lunch on days off"),
            ("weekend", "dinner", "Ужин в выходной", "Dinner on days off"),
        ].enumerated().reduce(into: ["name.ru": "Как вы питаетесь", "name.en": "What you eat"]) { content, question in
            let (field, meal) = ("fields.\(question.offset + 1)", question.element)
            content["\(field).key"] = "\(meal.0)_\(meal.1)"
            content["\(field).kind"] = "choice"
            content["\(field).required"] = "yes"
            content["\(field).label.ru"] = meal.2
            content["\(field).label.en"] = meal.3
            content["\(field).choices.ru"] =
                "home: Домашняя еда\ncanteen: Столовая или кафе\nfast: Быстрая еда\nnone: Пропускаю"
            content["\(field).choices.en"] =
                "home: Home-made\ncanteen: Canteen or café\nfast: Fast food\nnone: I skip it"
        })

    /// What is mailed by itself, by the keys of `GoalTriggers`.
    private static let messages = [
        message(
            "goal_proposed",
            ru: ("Цель ждёт вашего ответа", "{recipient} предлагает цель «{goal}». Вознаграждение: {reward}."),
            en: ("A goal waits for your answer", "{recipient} proposes the goal “{goal}”. Reward: {reward}.")),
        message(
            "goal_accepted", ru: ("Цель принята", "Спонсор принял вашу цель «{goal}». Можно начинать!"),
            en: ("Your goal was accepted", "A sponsor accepted your goal “{goal}”. Off you go!")),
        message(
            "goal_rejected",
            ru: (
                "Цель отклонена",
                "Спонсор отклонил цель «{goal}».\nВместо неё предлагается: {proposal}.\n{comment}\nИзмените её и предложите снова."
            ),
            en: (
                "Your goal was rejected",
                "A sponsor rejected the goal “{goal}”.\nProposed instead: {proposal}.\n{comment}\nAmend it and propose it again."
            )),
        message(
            "goal_declined",
            ru: (
                "Один из спонсоров отклонил цель",
                "Спонсор отклонил цель «{goal}», остальные спонсоры с вами.\nВместо неё предлагается: {proposal}.\n{comment}"
            ),
            en: (
                "One sponsor rejected your goal",
                "A sponsor rejected the goal “{goal}”; it goes on with the others.\nProposed instead: {proposal}.\n{comment}"
            )),
        message(
            "goal_done", ru: ("Цель достигнута", "{recipient}: цель «{goal}» достигнута. Вознаграждение: {reward}."),
            en: ("The goal is done", "{recipient}: the goal “{goal}” is done. Reward: {reward}.")),
    ]

    private static func message(
        _ key: String, ru: (headline: String, text: String), en: (headline: String, text: String)
    ) -> DemoEntry {
        DemoEntry(
            "texts", "message.\(key)",
            [
                "headline.ru": ru.headline, "headline.en": en.headline, "text.ru": ru.text, "text.en": en.text,
            ])
    }

    private static let advice = [
        DemoEntry(
            "recommendations", "shoes",
            [
                "text.ru": "Меняйте кроссовки каждые 700 км.", "text.en": "Change your shoes every 700 km.",
                "goals": "marathon triathlon ironman", "confirm": "yes",
            ]),
        DemoEntry(
            "recommendations", "water",
            [
                "text.ru": "Пейте воду до того, как захотите пить.", "text.en": "Drink before you are thirsty.",
                "confirm": "yes",
            ]),
        DemoEntry(
            "questionnaires", "start",
            [
                "name.ru": "Перед началом", "name.en": "Before you start", "fields.1.key": "reason",
                "fields.1.kind": "choice", "fields.1.required": "yes", "fields.1.label.ru": "Зачем вам цель?",
                "fields.1.label.en": "Why do you want a goal?",
                "fields.1.choices.ru": "health: Здоровье\nmood: Настроение\nfriends: За компанию\nwager: На спор",
                "fields.1.choices.en": "health: Health\nmood: Mood\nfriends: Friends\nwager: A wager",
                "fields.2.key": "days", "fields.2.kind": "number", "fields.2.unit": "d", "fields.2.least": "1",
                "fields.2.greatest": "7", "fields.2.unit_words.ru": "дн.", "fields.2.unit_words.en": "d",
                "fields.2.label.ru": "Дней в неделю", "fields.2.label.en": "Days a week",
                "fields.3.key": "since", "fields.3.kind": "day", "fields.3.label.ru": "С какого дня занимаетесь?",
                "fields.3.label.en": "Training since",
            ]),
        DemoEntry(
            "texts", "sponsor.thanks",
            [
                "where": "After a goal is done", "limit": "160",
                "text.ru": "{name}: цель достигнута! Вознаграждение: {reward}.",
                "text.en": "{name} is done! Reward: {reward}.",
            ]),
        DemoEntry(
            "fitness-popups", "goal.done",
            [
                "form": "popup", "name.ru": "Цель достигнута!", "name.en": "Goal reached!",
                "text.ru": "Спонсор узнал об этом. Как вы себя чувствуете?",
                "text.en": "Your sponsor knows. How do you feel?", "button.ru": "Отправить", "button.en": "Send",
                "fields.1.key": "mood", "fields.1.kind": "choice", "fields.1.label.ru": "Самочувствие",
                "fields.1.label.en": "Mood", "fields.1.choices.ru": "good: Отлично\nfair: Нормально\npoor: Устал",
                "fields.1.choices.en": "good: Great\nfair: Fine\npoor: Tired",
            ]),
        DemoEntry(
            "fitness-popups", "sponsor.welcome",
            [
                "form": "window", "name.ru": "Вы — спонсор", "name.en": "You are a sponsor",
                "text.ru":
                    "Здесь появятся цели, которые вам предложат. Деньги вы платите участнику сами, вне приложения.",
                "text.en":
                    "Goals that are proposed to you appear here. You pay the recipient yourself, outside of the app.",
            ]),
    ]

    private static let plans = [
        DemoEntry("plans", "free", ["name.ru": "Бесплатный", "name.en": "Free"].merging(limits("1", "1")) { $1 }),
        DemoEntry(
            "plans", "premium",
            [
                "name.ru": "Премиум", "name.en": "Premium", "trial": "7", "prices.1.amount": "299",
                "prices.1.currency": "RUB", "prices.1.period": "month", "prices.2.amount": "2490",
                "prices.2.currency": "RUB", "prices.2.period": "year", "prices.3.amount": "6.99",
                "prices.3.currency": "EUR", "prices.3.period": "month",
            ].merging(limits("10", "20")) { $1 }),
        DemoEntry(
            "plans", "trial",
            [
                "name.ru": "Пробный", "name.en": "Trial", "hidden": "yes", "trial": "7", "prices.1.amount": "299",
                "prices.1.currency": "RUB", "prices.1.period": "month",
            ].merging(limits("10", "20")) { $1 }),
    ]

    private static func limits(_ goals: String, _ sponsors: String) -> [String: String] {
        [
            "entitlements.1.key": "goals", "entitlements.1.kind": "number", "entitlements.1.value": goals,
            "entitlements.1.label.ru": "Цели", "entitlements.1.label.en": "Goals", "entitlements.2.key": "sponsors",
            "entitlements.2.kind": "number", "entitlements.2.value": sponsors, "entitlements.2.label.ru": "Спонсоры",
            "entitlements.2.label.en": "Sponsors",
        ]
    }
}
