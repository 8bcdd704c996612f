import Console
import Postgres

/// SQL for the submissions of a demo tenant's newest users to a questionnaire: three in four submitted one, and one in
/// eight of these submitted twice.
struct AnswerDemoQueries {
    let tenant: Tenant
    let seed: Int64
    let now: Timestamp

    /// The number of users per questionnaire: enough for meaningful numbers, without tripling the time of the load.
    static let most = 3000

    private static let texts = [
        "Nothing else, thank you.", "Please keep it short next time :)", "El perro me despierta antes que la alarma.",
        "همسایهٔ بالایی شب‌ها راه می‌رود.", "Ночью работаю, сплю днём.",
        "I use a second phone \"just in case\" <b>really</b>",
        "-1 hour since the baby came",
    ]

    /// Only for entries of the catalogue of questionnaires.
    func add(_ entry: DemoEntry) -> SQL {
        """
        insert into submissions (tenant_id, id, user_id, entry_id, version, answers, given_at, replaced_at)
        select \(tenant.id), \(Draw.id(at: "made.given_at", "(made.draw >> 5)", "(made.draw # hashint8extended(made.turn, \(seed)))")),
            made.user_id, entry.id, 1, \(answers(entry)), made.given_at, made.replaced_at
        from (
            select who.id as user_id, turn.number as turn, hashint8extended(who.draw, \(seed + 21) + turn.number) as draw,
                case turn.number when 1 then who.last else who.created_at + interval '1 minute' end as given_at,
                case turn.number when 2 then who.last end as replaced_at
            from (
                select users.id, users.created_at, uuid_hash_extended(users.id, \(seed + 20)) as draw,
                    users.created_at + interval '5 minutes' + (\(now) - interval '1 hour' - users.created_at)
                        * ((uuid_hash_extended(users.id, \(seed + 22)) & 1023) / 1100.0::float8) as last
                from users
                where users.tenant_id = \(tenant.id) and users.status <> 'deleted' and users.created_at < \(now) - interval '2 hours'
                order by users.id desc limit \(Self.most)
            ) as who
            cross join generate_series(1, 2) as turn (number)
            where who.draw & 3 <> 0 and (turn.number = 1 or (who.draw >> 2) & 7 = 0)
        ) as made
        join catalogue_entries as entry
            on entry.tenant_id = \(tenant.id) and entry.catalogue = \(entry.catalogue) and entry.key = \(entry.key)
        """
    }

    private func answers(_ entry: DemoEntry) -> SQL {
        var known: [String: SQL] = [:]
        var parts: [SQL] = []
        for (number, field) in FormField.all(of: entry.content, tenant.languages.first ?? "en", tenant.languages)
            .enumerated()
        {
            var answer = answer(field, Int64(number))
            if !field.isRequired { answer = "case when \(draw(Int64(number) + 50)) > 90000 then \(answer) end" }
            if let wanted = field.shownIf, let earlier = known[wanted.key] {
                answer =
                    "case when (\(earlier)) in (to_jsonb(\(wanted.value)::text), to_jsonb(\(wanted.value)::text = 'yes')) then \(answer) end"
            }
            known[field.key] = answer
            parts.append("\(field.key)::text, \(answer)")
        }
        return "jsonb_strip_nulls(jsonb_build_object(\(SQL.joined(parts, by: ", "))))"
    }

    private func draw(_ number: Int64) -> SQL { "(hashint8extended(made.draw, \(seed + 30 + number)) & 1048575)" }

    private func answer(_ field: FormField, _ number: Int64) -> SQL {
        let draw = draw(number)
        let values = field.choices.map(\.value)
        switch field.kind {
        case .number:
            // The sum of two draws makes values in the middle more frequent.
            let least = Int(field.least?.value.rounded(.up) ?? 0)
            let greatest = max(Int(field.greatest?.value.rounded(.down) ?? 100), least)
            return "to_jsonb(\(least) + (\(draw) + \(self.draw(number + 100))) * \(greatest - least + 1) / 2097152)"
        case .choice:
            return "to_jsonb(\(Draw.one(of: values, bounds: Draw.falling(values.count, ratio: 1.6), by: draw))::text)"
        case .several:
            return """
                nullif((select coalesce(jsonb_agg(choice.value order by choice.place), '[]')
                    from unnest(\(values)) with ordinality as choice (value, place)
                    where hashint8extended(made.draw, \(seed + 200 + number) + choice.place) & 7 < 3), '[]'::jsonb)
                """
        case .yes: return "to_jsonb(\(draw) < 600000)"
        case .day: return "to_jsonb(to_char(made.given_at - \(draw) * interval '1 minute', 'YYYY-MM-DD'))"
        case .text:
            return
                "case when \(draw) < 200000 then to_jsonb(\(Draw.one(of: Self.texts, by: self.draw(number + 100)))::text) end"
        case .file: return "null::jsonb"
        }
    }
}
