import Console
import Templates

extension PersonalTable {
    /// Hashes and codes identify no person, and serve nobody when their user is erased. Links to the address from
    /// before it had a user are deleted with it by `doubt_mailbox()`; what a provider has told about the address, by
    /// `forget_flows()`.
    /// Whether a deletion is requested an open request says, as in the profile: the column of that name is of earlier versions.
    static let ofAccounts = [
        PersonalTable(
            "accounts", Strings.personal_account,
            columns: ["confirmed_at", "password_changed_at"],
            derived: [("deletion_requested_at", PrivacyQueries.openErasure(of: "found.user_id"))],
            erased: .deleted),
        PersonalTable("user_answers", Strings.personal_repeated_calls, columns: ["created_at"], erased: .deleted),
        PersonalTable(
            "account_sessions", Strings.personal_sessions,
            columns: [
                "app_id", "scopes", "created_at", "authenticated_at", "refreshed_at", "expires_at", "ended_at",
                "ended_because",
            ],
            erased: .deleted),
        PersonalTable(
            "account_codes", Strings.personal_codes, columns: ["app_id", "scopes", "created_at"], erased: .deleted),
        PersonalTable(
            "user_identities", Strings.identity_personal,
            columns: ["provider", "issuer", "subject", "email", "linked_at", "used_at"], erased: .deleted),
        PersonalTable(
            "account_links", Strings.personal_links, columns: ["purpose", "email", "created_at"], erased: .deleted),
        PersonalTable(
            "identity_flows", Strings.personal_identity_flows,
            columns: ["provider", "subject", "email", "name", "created_at"], erased: .deleted),
    ]
}

extension PersonalRemains {
    /// Dead jobs, whose sealed payload contains an address. Jobs that are still retried end by themselves.
    static let ofAccounts = [
        PersonalRemains(
            "jobs", Strings.jobs_title,
            where:
                "jobs.kind in ('mail.account.link', 'mail.account.address', 'mail.account.identities') and jobs.failed_at is not null",
            erased: .deleted)
    ]
}
