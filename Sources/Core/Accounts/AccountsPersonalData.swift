import Console
import Templates

extension PersonalTable {
    /// Hashes and codes mean nothing to a person, and identify nobody after their user is deleted. A link to an address
    /// that had no user yet is deleted with the address: `doubt_mailbox()`.
    static let ofAccounts = [
        PersonalTable(
            "accounts", columns: ["confirmed_at", "password_changed_at", "deletion_requested_at"], erased: .deleted),
        PersonalTable("user_answers", columns: ["created_at"], erased: .deleted),
        PersonalTable(
            "account_sessions",
            columns: [
                "app_id", "scopes", "authenticated_at", "refreshed_at", "expires_at", "ended_at", "ended_because",
            ],
            erased: .deleted),
        PersonalTable("account_codes", columns: ["app_id", "scopes", "created_at"], erased: .deleted),
        PersonalTable("account_links", columns: ["purpose", "email", "created_at"], erased: .deleted),
    ]
}

extension PersonalRemains {
    /// Dead jobs, whose sealed payload contains an address. Jobs that are still retried end by themselves.
    static let ofAccounts = [
        PersonalRemains(
            "jobs", Strings.jobs_title,
            where: "jobs.kind in ('mail.account.link', 'mail.account.address') and jobs.failed_at is not null",
            erased: .deleted)
    ]
}
