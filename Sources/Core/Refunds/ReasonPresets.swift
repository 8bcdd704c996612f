import Console
import HTML
import Postgres
import Templates
import Web

/// The reasons that a tenant's admins use often. Forms for a reason offer them; another one can be typed.
enum ReasonPresets {
    /// Stored: cases are added, never renamed.
    enum Act: String, CaseIterable, Sendable {
        case suspension, deletion, refund

        var label: StringKey {
            switch self {
            case .suspension: Strings.reasons_suspension
            case .deletion: Strings.reasons_deletion
            case .refund: Strings.reasons_refund
            }
        }
    }

    static let most = 20
    static let longest = 200

    static let all: SQL = "select reason_presets.act, reason_presets.texts from reason_presets"

    static func read(_ rows: Rows) throws -> [Act: [String]] {
        var presets: [Act: [String]] = [:]
        for row in rows { if let act = Act(rawValue: try row.text("act")) { presets[act] = try row.texts("texts") } }
        return presets
    }

    static func save(_ act: Act, _ texts: [String], tenant: ID) -> SQL {
        """
        insert into reason_presets (tenant_id, act, texts) values (\(tenant), \(act.rawValue), \(texts))
        on conflict (tenant_id, act) do update set texts = excluded.texts
        """
    }

    static func field(
        _ name: String, for act: Act, value: String = "", error: LocalText? = nil, in tx: borrowing TenantTransaction
    ) throws -> Field {
        field(name, value: value, error: error, offering: try read(tx.rows(all))[act] ?? [])
    }

    static func field(_ name: String, value: String = "", error: LocalText? = nil, offering texts: [String]) -> Field {
        var field = Field(
            name, label: LocalText(Strings.user_reason), value: value, hint: LocalText(Strings.user_reason_hint),
            error: error, isRequired: true)
        // An option without words shows its value.
        if !texts.isEmpty { field.picks = Picks(texts.map { .init(value: $0, words: "") }) }
        return field
    }
}

/// The form of all presets, one per line.
struct ReasonsForm {
    var texts: [ReasonPresets.Act: [String]]
    var errors: [ReasonPresets.Act: LocalText] = [:]

    init(_ texts: [ReasonPresets.Act: [String]]) { self.texts = texts }

    init(_ form: Query) {
        texts = [:]
        for act in ReasonPresets.Act.allCases {
            texts[act] = (form[act.rawValue] ?? "").split(whereSeparator: \.isNewline).map { String($0).trimmingSpaces }
                .filter { !$0.isEmpty }
        }
    }

    mutating func check() {
        for (act, lines) in texts {
            if lines.count > ReasonPresets.most { errors[act] = Strings.reasons_too_many(max: ReasonPresets.most) }
            let faults = lines.lazy.compactMap { LineText.fault($0, most: ReasonPresets.longest) }
            if let fault = faults.first { errors[act] = fault }
        }
    }

    func page(by actor: Actor, _ services: Services) -> ReasonsPage {
        ReasonsPage(
            frame: actor.frame(LocalText(Strings.reasons_title), services, current: "settings"),
            action: actor.link("reasons"),
            areas: ReasonPresets.Act.allCases.map { act in
                Area(
                    Field(
                        act.rawValue, label: LocalText(act.label), value: texts[act]?.joined(separator: "\n") ?? "",
                        hint: LocalText(Strings.reasons_hint), error: errors[act]))
            })
    }
}

struct ShowReasons: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        ReasonsForm(try ReasonPresets.read(tx.rows(ReasonPresets.all))).page(by: actor, services)
    }
}

struct ChangeReasons: Changing {
    private let typed: ReasonsForm

    init(_ request: WebRequest) { typed = ReasonsForm(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = typed
        form.check()
        guard form.errors.isEmpty else { throw Refusal.form(form.page(by: actor, services)) }
        let old = try ReasonPresets.read(tx.rows(ReasonPresets.all))
        var changes: [AuditEvent.Change] = []
        for act in ReasonPresets.Act.allCases where old[act] ?? [] != form.texts[act] ?? [] {
            try tx.execute(ReasonPresets.save(act, form.texts[act] ?? [], tenant: tx.tenant))
            changes += [
                .init("reasons_of", new: act.rawValue),
                .init(
                    "reasons", old: old[act]?.joined(separator: "; "), new: form.texts[act]?.joined(separator: "; ")),
            ]
        }
        return Change(
            AuditEvent(.reasonsChanged, on: .tenant, tx.tenant, changes: changes),
            next: .to(actor.link("reasons"), flash: Strings.reasons_were_changed))
    }
}
