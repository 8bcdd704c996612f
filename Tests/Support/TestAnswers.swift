import Console
import Core
import Postgres

/// Questionnaires and users' submissions.
extension TestInstallation {
    /// The questionnaire's key in addresses of the route table.
    package static let questionnaireKey = "of_the_table"

    /// It asks for a level, and how many from those who chose “hard”.
    package static let questionnaireContent =
        #"{"name.en":"Of the table","fields.1.key":"level","fields.1.kind":"choice","fields.1.required":"yes","fields.1.label.en":"How hard?","fields.1.choices.en":"easy: Easy\nhard: Hard","fields.2.key":"many","fields.2.kind":"number","fields.2.unit":"km","fields.2.least":"1","fields.2.greatest":"50","fields.2.show_if":"level=hard","fields.2.label.en":"How many?"}"#

    /// Makes a questionnaire with these versions, the first one first: all are published, except a last one that is
    /// `draft`.
    package func makeQuestionnaire(
        _ key: String = questionnaireKey, _ versions: [String] = [questionnaireContent], draft: String? = nil,
        isRetired: Bool = false, in tenant: Tenant
    ) throws -> ID {
        let id = ID.make()
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into catalogue_entries (tenant_id, id, catalogue, key, position, retired_at, created_at)
                select \(tenant.id), \(id), 'questionnaires', \(key), coalesce(max(position), 0) + 1, case when \(isRetired) then now() end, now()
                from catalogue_entries
                """)
            for (index, content) in (versions + (draft.map { [$0] } ?? [])).enumerated() {
                let isDraft = index == versions.count
                try tx.execute(
                    """
                    insert into catalogue_versions (tenant_id, entry_id, number, state, content, name, languages, published_from, changed_by, changed_at)
                    values (\(tenant.id), \(id), \(index + 1), case when \(isDraft) then 'draft' else 'published' end, \(content), \("Called \(key)"), '{en}',
                        case when not \(isDraft) then now() - make_interval(mins => \(100 - index)::int) end, 'T', now())
                    """)
            }
        }
        return id
    }

    @discardableResult
    package func addSubmission(
        of user: ID, to entry: ID, version: Int = 1, _ answers: String = #"{"level":"hard","many":3}"#,
        at: Timestamp = .now,
        isReplaced: Bool = false, in tenant: Tenant
    ) throws -> ID {
        let id = ID.make()
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into submissions (tenant_id, id, user_id, entry_id, version, answers, given_at, replaced_at)
                values (\(tenant.id), \(id), \(user), \(entry), \(version), \(answers)::jsonb, \(at), case when \(isReplaced) then now() end)
                """)
        }
        return id
    }

    /// Adds a user's submission to the route table's questionnaire: a row for the wall tests.
    @discardableResult
    package func addAnswers(of user: ID, in tenant: Tenant) throws -> ID {
        try addSubmission(of: user, to: makeQuestionnaire(in: tenant), in: tenant)
    }
}
