import Console
import HTML
import JSON
import Postgres
import Templates

/// The fields of a user that an admin may change, as typed or as stored. The plan is not among them: it comes from a
/// subscription or a grant.
struct UserProfile: Sendable, Equatable {
    var email = ""
    var name = ""
    var phone = ""
    var externalID = ""
    var role = "user"
    var country = ""
    var language = "en"
    var zone = "UTC"
}

/// The table of the users' fields. The form, list, filters, file, service API, import, segments and the labels of the
/// audit trail are made from it; the statements in `UserColumnQueries.swift` name the same columns.
enum UserFields {
    static let all: [UserField] = [
        UserField(
            name: "id", label: Strings.user_id, column: "id", value: .id, file: .uuid,
            imported: .init(
                alsoCalled: ["user id", "uuid", "identificador", "идентификатор", "شناسه کاربر"], examples: ["", ""],
                hint: Strings.import_hint_id),
            service: .init(
                name: "id", schema: .format("uuid"), member: { .string(try $0.id("id").description) }),
            fact: { row, _ in Fact(LocalText(Strings.user_id), try row.id("id").description, isCode: true) }),
        .text(
            "email", Strings.user_email, "email", .email, edited: .init(path: \.email), recorded: .asStored,
            imported: .init(
                alsoCalled: [
                    "mail", "e-mail address", "email address", "correo", "почта", "email адрес", "رایانامه", "ایمیل",
                ],
                isRequired: true, examples: ["zoe@example.org", "omid@example.org"], hint: Strings.import_hint_email),
            service: (
                "email",
                "An address, at most 254 characters; nobody else in the tenant may have it, in whichever case."
            )),
        .text(
            "name", Strings.user_name, "name", .text(0...200), edited: .init(path: \.name), recorded: .asStored,
            imported: .init(
                alsoCalled: [
                    "full name", "display name", "nombre completo", "фио", "полное имя", "نام کامل",
                    "نام و نام خانوادگی",
                ],
                examples: ["Zoë Quill", "امید رضایی"], hint: Strings.import_hint_name),
            service: ("name", "At most 200 characters on one line, none of which nobody sees."), isFact: false),
        .text(
            "phone", Strings.user_phone, "phone", .phone, edited: .init(path: \.phone, hint: Strings.user_phone_hint),
            recorded: .asStored, listed: .text("phone", .phone), filter: .presence(of: "users.phone"),
            imported: .init(
                alsoCalled: [
                    "phone number", "telephone", "mobile", "cell", "teléfono móvil", "móvil", "celular", "тел",
                    "мобильный",
                    "номер телефона", "موبایل", "تلفن همراه", "شماره تلفن",
                ],
                examples: ["+44 7700 900123", "+1 202 555 0143"], hint: Strings.import_hint_phone),
            service: (
                "phone",
                "A telephone number, stored as E.164 (`+447700900123`), or empty. One without a country's code is taken to be of the user's country, or else of the tenant's time zone's."
            )),
        .text(
            "external_id", Strings.user_external_id, "external_id", .text(0...128),
            edited: .init(path: \.externalID, hint: Strings.user_external_id_hint), recorded: .asStored,
            listed: .text("external_id", .text(0...128)), filter: .presence(of: "users.external_id"),
            imported: .init(
                alsoCalled: [
                    "external id", "customer id", "customer number", "id externo", "número de cliente", "внешний id",
                    "номер клиента", "شماره مشتری",
                ],
                examples: ["CRM-100234", "CRM-100235"], hint: Strings.import_hint_external_id),
            service: (
                "external_id",
                "The company's own id of the user, at most 128 characters on one line; nobody else in the tenant may have it. Capitals count."
            )),
        UserField(
            name: "status", label: Strings.user_status, column: "status", value: .status, recorded: .inWords,
            listed: .init(isUsual: true, isLess: false) { row, _ in .badge(UserWords.status(try row.text("status"))) },
            filter: .values(
                of: "users.status", hiding: "deleted",
                parameter: ServiceParameter(
                    "status", .choice(UserValue.statuses), "Without it, all but deleted ones.")
            ) { UserValue.statuses.contains($0) ? $0 : "" },
            file: .text,
            service: .init(
                name: "status", schema: .choice(UserValue.statuses), member: { .string(try $0.text("status")) })),
        .text(
            "role", Strings.user_role, "role", .role, edited: .init(path: \.role, isPersonal: false),
            recorded: .asStored, listed: .text("role", .role), filter: .text("users.role", most: 40),
            imported: .init(alsoCalled: [], examples: [], hint: Strings.import_hint_choice),
            service: ("role", "1 to 40 characters.")),
        .text(
            "plan", Strings.user_plan, "plan", .plan, recorded: .inWords,
            listed: .text("plan", .plan, isUsual: true),
            filter: .text(
                "users.plan", most: 80, found: DistinctValues.of("users.plan", in: "users", most: 40),
                parameter: ServiceParameter("plan", .text(most: 80), "Exactly this plan.")),
            imported: .init(
                alsoCalled: ["subscription", "suscripción", "подписка", "اشتراک"],
                examples: [Subscription.noPlan, Subscription.noPlan], hint: Strings.import_hint_plan),
            service: (
                "plan",
                "The plan that the user has, or left out (`free` for a new user): a plan comes from a subscription or a grant."
            )),
        UserField(
            name: "renews", label: Strings.user_renews, column: "renews_at", value: .time,
            fact: { row, language in
                let renews = try row.localTimeOrNil("renews").map { LocalTime(microseconds: Int($0)) }
                return Fact(LocalText(Strings.user_renews), renews.map { DateStyle(language).date($0) } ?? "")
            }),
        .text(
            "country", Strings.user_country, "country", .country, edited: .init(path: \.country), recorded: .asStored,
            listed: .text("country", .country, isUsual: true),
            filter: .values(
                of: "users.country", found: DistinctValues.of("users.country", in: "users", most: 250),
                parameter: ServiceParameter(
                    "country",
                    .pattern("^[A-Z]{2}$", says: "A country of two capital letters like IE.") {
                        $0.utf8.count == 2 && $0.utf8.allSatisfy { (65...90).contains($0) }
                    },
                    "Two capital letters.")
            ) { String(String($0.trimmingSpaces.prefix(2)).trimmingSpaces.uppercased().prefix(2)) },
            imported: .init(
                alsoCalled: ["country code", "código de país", "код страны", "کد کشور"], examples: ["IE", "IR"],
                hint: Strings.import_hint_country),
            service: ("country", "Two capital letters (ISO 3166-1), or empty.")),
        .text(
            "language", Strings.user_language, "language", .language, edited: .init(path: \.language),
            recorded: .asStored, listed: .text("language", .language),
            filter: .text("users.language", most: 12),
            imported: .init(
                alsoCalled: ["lang", "locale", "idioma", "локаль"], examples: ["en", "fa"],
                hint: Strings.import_hint_language),
            service: ("language", "A tag like fa or pt-BR, at most 12 characters.")),
        UserField(
            name: "zone", label: Strings.user_zone, column: "zone", value: .zone,
            edited: .init(path: \.zone, hint: Strings.user_zone_hint), recorded: .asStored,
            imported: .init(
                alsoCalled: ["time_zone", "timezone", "tz", "huso horario", "zona horaria", "таймзона"],
                examples: ["Europe/Dublin", "Asia/Tehran"], hint: Strings.user_zone_hint),
            service: .init(
                name: "time_zone", schema: .filled("iana-time-zone"), member: { .string(try $0.text("zone")) },
                hint: "An IANA name like Europe/Madrid."),
            fact: { row, _ in Fact(LocalText(Strings.user_zone), try row.text("zone")) }),
        .text(
            "platform", Strings.user_platform, "platform", .platform, listed: .text("platform", .platform),
            filter: .text("users.platform", most: 20), service: ("platform", nil)),
        UserField(
            name: "created", label: Strings.user_created, column: "created_at", value: .time,
            listed: .time(.oldest, .newest) { row, cells in
                .number(cells.day(LocalTime(microseconds: Int(try row.localTime("joined")))), isLess: true)
            },
            filter: .days("users.created_at"), file: .time,
            service: .init(
                name: "created_at", schema: .format("date-time"), member: { .string(try $0.time("created_at").iso) }),
            fact: { Fact(LocalText(Strings.user_created), UserCells.moment(try $0.localTime("joined"), $1)) }),
        UserField(
            name: "seen", label: Strings.user_seen, column: "seen_at", value: .time,
            listed: .time(.unseen, .seen) { .number($1.ago(try $0.time("seen_at")), isLess: false) },
            filter: .days("users.seen_at"), file: .time,
            service: .init(
                name: "seen_at", schema: .nullable(.format("date-time")),
                member: {
                    let seen = try $0.time("seen_at")
                    return seen.microseconds == 0 ? .null : .string(seen.iso)
                }),
            fact: { row, language in
                let isNever = try row.time("seen_at").microseconds == 0
                return Fact(
                    LocalText(Strings.user_seen), isNever ? "—" : UserCells.moment(try row.localTime("seen"), language))
            }),
    ]

    static let edited = all.compactMap { field in field.edited.map { (name: field.name, field: field, edited: $0) } }
    static let recorded = all.filter { $0.recorded != nil }.arranged(
        "email", "name", "phone", "external_id", "role", "plan", "country", "language", "zone")
    static let listed = all.filter { $0.listed != nil }.arranged(
        "status", "role", "plan", "country", "language", "platform", "phone", "external_id", "seen")
    /// In the order of addresses.
    static let filters = all.filter { $0.filter != nil }.arranged(
        "status", "plan", "role", "country", "language", "platform", "created", "seen")
    /// In the order of the menus above the list.
    static let menus = filters.arranged("status", "plan", "country", "platform", "language", "role", "seen")
    static let file = all.filter { $0.file != nil }
    static let imported = all.filter { $0.imported != nil }.arranged(
        "email", "name", "role", "plan", "country", "language", "zone")
    static let served = all.compactMap(\.service)
    /// The unique indexes, and what an admin reads beside the field if another user has the value.
    static let unique: [(index: String, name: String, taken: StringKey)] = [
        ("users_email", "email", Strings.error_email_taken),
        ("users_external_id", "external_id", Strings.error_external_id_taken),
    ]
    static let facts = all.filter { $0.fact != nil }.arranged("email", "id", "created", "seen")
}
