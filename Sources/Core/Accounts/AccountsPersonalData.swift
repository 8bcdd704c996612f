import Console

extension PersonalTable {
    /// Hashes and codes tell a person nothing, and stand for none when their user is gone.
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
