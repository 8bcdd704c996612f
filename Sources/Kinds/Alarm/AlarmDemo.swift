import Console
import Core

extension AlarmKind {
    /// The entries that the demo app shows.
    static let demoEntries = [
        DemoEntry(
            "texts", "alarm.wake_up",
            [
                "where": "Above the challenge", "limit": "140", "headline.en": "Good morning",
                "headline.fa": "صبح بخیر", "headline.ru": "Доброе утро",
                "headline.es": "Buenos días", "text.en": "{name}, three push-ups and the alarm stops.",
                "text.fa": "{name}، سه شنا برو تا زنگ قطع شود.",
                "text.ru": "{name}, три отжимания — и будильник замолчит.",
                "text.es": "{name}, tres flexiones y la alarma se calla.",
            ]),
        DemoEntry(
            "texts", "alarm.streak_lost",
            [
                "where": "After a missed alarm", "limit": "140",
                "text.en": "Your streak of {days} days ended. A new one begins tomorrow.",
                "text.fa": "رشتهٔ {days} روزه‌ات تمام شد. فردا رشتهٔ تازه‌ای آغاز می‌شود.",
                "text.ru": "Серия из {days} дней прервалась. Завтра начнётся новая.",
                "text.es": "Tu racha de {days} días terminó. Mañana empieza otra.",
            ]),
        DemoEntry(
            "texts", "premium.offer",
            [
                "where": "Premium window", "limit": "200", "text.en": "With Premium you choose the challenge yourself.",
                "text.fa": "با نسخهٔ ویژه چالش را خودت انتخاب می‌کنی.",
            ]),
        DemoEntry("categories", "body", ["name.en": "Body", "name.fa": "بدن", "name.ru": "Тело", "name.es": "Cuerpo"]),
        DemoEntry("categories", "mind", ["name.en": "Mind", "name.fa": "ذهن", "name.ru": "Ум", "name.es": "Mente"]),
        DemoEntry(
            "goals", "push_ups",
            [
                "name.en": "Push-ups", "name.fa": "شنا", "name.ru": "Отжимания", "name.es": "Flexiones",
                "categories": "body",
                "about.en": "The alarm stops when they are done.", "about.fa": "زنگ پس از انجام قطع می‌شود.",
                "about.ru": "Будильник замолчит, когда они сделаны.",
                "about.es": "La alarma se calla cuando están hechas.",
                "fields.1.key": "how_many", "fields.1.kind": "number", "fields.1.required": "yes",
                "fields.1.least": "1", "fields.1.greatest": "50",
                "fields.1.label.en": "How many?", "fields.1.label.fa": "چند تا؟", "fields.1.label.ru": "Сколько?",
                "fields.1.label.es": "¿Cuántas?",
            ]),
        DemoEntry(
            "goals", "sums",
            [
                "name.en": "Sums", "name.fa": "حساب", "name.ru": "Примеры", "name.es": "Sumas", "categories": "mind",
                "fields.1.key": "level", "fields.1.kind": "choice", "fields.1.required": "yes",
                "fields.1.label.en": "How hard?", "fields.1.label.fa": "چقدر سخت؟",
                "fields.1.label.ru": "Насколько трудно?", "fields.1.label.es": "¿Qué dificultad?",
                "fields.1.choices.en": "easy: Easy\nhard: Hard", "fields.1.choices.fa": "easy: آسان\nhard: سخت",
                "fields.1.choices.ru": "easy: Легко\nhard: Трудно", "fields.1.choices.es": "easy: Fácil\nhard: Difícil",
                "fields.2.key": "seconds", "fields.2.kind": "number", "fields.2.unit": "s", "fields.2.least": "10",
                "fields.2.greatest": "120",
                "fields.2.show_if": "level=hard", "fields.2.label.en": "Time for each",
                "fields.2.label.fa": "زمان هر کدام",
                "fields.2.label.ru": "Время на каждый", "fields.2.label.es": "Tiempo para cada una",
            ]),
        DemoEntry(
            "recommendations", "phone_away",
            [
                "text.en": "Put the phone where you have to stand up to reach it.",
                "text.fa": "گوشی را جایی بگذار که برای برداشتنش باید بلند شوی.",
                "text.ru": "Положите телефон так, чтобы к нему пришлось встать.",
                "text.es": "Deja el móvil donde tengas que levantarte a cogerlo.", "confirm": "yes",
            ]),
        DemoEntry(
            "recommendations", "warm_up",
            [
                "text.en": "Warm your shoulders for a minute first.", "text.fa": "نخست یک دقیقه شانه‌ها را گرم کن.",
                "goals": "push_ups", "segment": "newcomers",
            ]),
        DemoEntry(
            "questionnaires", "sleep",
            [
                "name.en": "How do you sleep?", "name.fa": "خوابت چطور است؟", "name.ru": "Как вы спите?",
                "name.es": "¿Cómo duermes?",
                "fields.1.key": "hours", "fields.1.kind": "number", "fields.1.unit": "h", "fields.1.least": "1",
                "fields.1.greatest": "14",
                "fields.1.label.en": "Hours a night", "fields.1.label.fa": "ساعت در شب",
                "fields.1.label.ru": "Часов за ночь", "fields.1.label.es": "Horas por noche",
                "fields.2.key": "wakes", "fields.2.kind": "choice", "fields.2.required": "yes",
                "fields.2.label.en": "How do you wake up?", "fields.2.label.fa": "چطور بیدار می‌شوی؟",
                "fields.2.label.ru": "Как вы просыпаетесь?", "fields.2.label.es": "¿Cómo te despiertas?",
                "fields.2.choices.en": "snooze: I press snooze\nat_once: At once\nalone: Before the alarm",
                "fields.2.choices.fa": "snooze: زنگ را عقب می‌اندازم\nat_once: همان لحظه\nalone: پیش از زنگ",
                "fields.2.choices.ru": "snooze: Откладываю сигнал\nat_once: Сразу\nalone: До будильника",
                "fields.2.choices.es": "snooze: Pospongo la alarma\nat_once: Enseguida\nalone: Antes de la alarma",
                "fields.3.key": "times", "fields.3.kind": "number", "fields.3.least": "1", "fields.3.greatest": "9",
                "fields.3.show_if": "wakes=snooze",
                "fields.3.label.en": "How often do you press it?", "fields.3.label.fa": "چند بار عقب می‌اندازی؟",
                "fields.3.label.ru": "Сколько раз откладываете?", "fields.3.label.es": "¿Cuántas veces la pospones?",
                "fields.4.key": "disturbs", "fields.4.kind": "several",
                "fields.4.label.en": "What keeps you awake?", "fields.4.label.fa": "چه چیزی بیدارت نگه می‌دارد؟",
                "fields.4.label.ru": "Что мешает спать?", "fields.4.label.es": "¿Qué no te deja dormir?",
                "fields.4.choices.en": "noise: Noise\nlight: Light\nphone: The phone\nworry: Worries",
                "fields.4.choices.fa": "noise: سروصدا\nlight: نور\nphone: گوشی\nworry: نگرانی",
                "fields.4.choices.ru": "noise: Шум\nlight: Свет\nphone: Телефон\nworry: Тревоги",
                "fields.4.choices.es": "noise: Ruido\nlight: Luz\nphone: El móvil\nworry: Preocupaciones",
                "fields.5.key": "naps", "fields.5.kind": "yes", "fields.5.label.en": "Do you nap?",
                "fields.5.label.fa": "چرت می‌زنی؟",
                "fields.5.label.ru": "Спите днём?", "fields.5.label.es": "¿Haces siesta?",
                "fields.6.key": "more", "fields.6.kind": "text", "fields.6.label.en": "Anything else?",
                "fields.6.label.fa": "چیز دیگری هست؟",
                "fields.6.label.ru": "Что-нибудь ещё?", "fields.6.label.es": "¿Algo más?",
            ]),
        DemoEntry(
            "plans", "free",
            ["name.en": "Free", "name.fa": "رایگان", "name.ru": "Бесплатный", "name.es": "Gratis"]
                .merging(entitlements(alarms: "2", ownChallenge: "no", sounds: "few")) { own, _ in own }),
        DemoEntry(
            "plans", "premium",
            [
                "name.en": "Premium", "name.fa": "ویژه", "name.ru": "Премиум", "name.es": "Premium",
                "about.en": "Every challenge, as many alarms as you like.",
                "about.fa": "همهٔ چالش‌ها و هر چند زنگ که بخواهی.",
                "trial": "14", "prices.1.amount": "4.99", "prices.1.currency": "USD", "prices.1.period": "month",
                "prices.2.amount": "39.99", "prices.2.currency": "USD", "prices.2.period": "year",
                "prices.3.amount": "4.49",
                "prices.3.currency": "EUR", "prices.3.period": "month", "prices.4.amount": "600",
                "prices.4.currency": "JPY",
                "prices.4.period": "month", "prices.5.amount": "1.500", "prices.5.currency": "KWD",
                "prices.5.period": "month",
            ].merging(entitlements(alarms: "50", ownChallenge: "yes", sounds: "all")) { own, _ in own }),
        DemoEntry(
            "plans", "family",
            [
                "name.en": "Family", "name.fa": "خانواده", "name.ru": "Семейный", "name.es": "Familia",
                "prices.1.amount": "8.99",
                "prices.1.currency": "USD", "prices.1.period": "month", "prices.2.amount": "69.99",
                "prices.2.currency": "USD",
                "prices.2.period": "year",
            ].merging(entitlements(alarms: "200", ownChallenge: "yes", sounds: "all")) { own, _ in own }),
        DemoEntry(
            "plans", "trial",
            [
                "name.en": "Trial", "name.fa": "آزمایشی", "name.ru": "Пробный", "name.es": "Prueba", "hidden": "yes",
                "trial": "14",
                "prices.1.amount": "4.99", "prices.1.currency": "USD", "prices.1.period": "month",
            ].merging(entitlements(alarms: "50", ownChallenge: "yes", sounds: "all")) { own, _ in own }),
        DemoEntry(
            "plans", "sound_pack",
            [
                "name.en": "Sounds of the sea", "name.fa": "صداهای دریا", "name.ru": "Звуки моря",
                "name.es": "Sonidos del mar",
                "prices.1.amount": "2.99", "prices.1.currency": "USD", "prices.1.period": "once",
                "entitlements.1.key": "sounds",
                "entitlements.1.kind": "choice", "entitlements.1.value": "all", "entitlements.1.choices": "few all",
                "entitlements.1.label.en": "Sounds", "entitlements.1.label.fa": "صداها",
                "entitlements.1.label.ru": "Звуки",
                "entitlements.1.label.es": "Sonidos",
            ]),
    ]

    /// What waits for whoever publishes: a text that gets the languages it lacks, another wording, something new.
    static let demoInReview = [
        DemoEntry(
            "texts", "premium.offer",
            [
                "where": "Premium window", "limit": "200", "text.en": "With Premium you choose the challenge yourself.",
                "text.fa": "با نسخهٔ ویژه چالش را خودت انتخاب می‌کنی.",
                "text.ru": "С «Премиумом» вы сами выбираете задание.",
                "text.es": "Con Premium eliges tú el reto.",
            ]),
        DemoEntry(
            "texts", "alarm.streak_lost",
            [
                "where": "After a missed alarm", "limit": "140",
                "text.en": "{days} days in a row: well done. A new streak begins tomorrow.",
                "text.fa": "{days} روز پشت سر هم: آفرین. رشتهٔ تازه از فردا آغاز می‌شود.",
                "text.ru": "{days} дней подряд — отличный результат. Завтра начнётся новая серия.",
                "text.es": "{days} días seguidos: muy bien. Mañana empieza otra racha.",
            ]),
        DemoEntry(
            "recommendations", "daylight",
            [
                "text.en": "Open the curtains as soon as the alarm stops: daylight wakes you better than coffee.",
                "text.fa": "همین که زنگ قطع شد پرده را کنار بزن: روشنایی روز بهتر از قهوه بیدارت می‌کند.",
                "text.ru": "Откройте шторы, как только будильник замолчит: дневной свет бодрит лучше кофе.",
                "text.es": "Abre las cortinas en cuanto calle la alarma: la luz del día despierta más que el café.",
            ]),
    ]

    /// The entitlements of a plan: the same three keys with the plan's values.
    private static func entitlements(alarms: String, ownChallenge: String, sounds: String) -> [String: String] {
        [
            "entitlements.1.key": "alarms", "entitlements.1.kind": "number", "entitlements.1.value": alarms,
            "entitlements.1.label.en": "Alarms", "entitlements.1.label.fa": "زنگ‌ها",
            "entitlements.1.label.ru": "Будильники",
            "entitlements.1.label.es": "Alarmas", "entitlements.2.key": "own_challenge", "entitlements.2.kind": "yes",
            "entitlements.2.value": ownChallenge, "entitlements.2.label.en": "Choose the challenge",
            "entitlements.2.label.fa": "انتخاب چالش", "entitlements.2.label.ru": "Выбор задания",
            "entitlements.2.label.es": "Elegir el reto", "entitlements.3.key": "sounds",
            "entitlements.3.kind": "choice",
            "entitlements.3.value": sounds, "entitlements.3.choices": "few all", "entitlements.3.label.en": "Sounds",
            "entitlements.3.label.fa": "صداها", "entitlements.3.label.ru": "Звуки",
            "entitlements.3.label.es": "Sonidos",
        ]
    }
}
