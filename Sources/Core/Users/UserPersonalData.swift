import Console
import Postgres

extension PersonalTable {
    /// The user's own row stays, since payments belong to it; it then says nothing about anybody.
    static let ofUsers = [
        PersonalTable(
            "users", user: "id",
            columns: [
                "email", "name", "status", "status_reason", "role", "plan", "country", "language", "zone", "platform",
                "created_at", "seen_at", "renews_at", "facts",
            ],
            erased: .emptied([
                // Addresses are never the same twice.
                ("email", "users.id || '@erased.invalid'"), ("name", "''"), ("status", "'deleted'"),
                ("status_reason", "''"), ("deleted_from_reason", "''"), ("role", "'user'"), ("country", "''"),
                ("language", "'en'"), ("zone", "'UTC'"), ("platform", "''"), ("seen_at", "'epoch'"),
                ("renews_at", "null"), ("facts", "'{}'"),
            ])),
        PersonalTable("user_devices", columns: ["platform", "model", "app_version", "seen_at"], erased: .deleted),
        PersonalTable("former_emails", columns: ["email", "until"], erased: .deleted),
        PersonalTable(
            "user_consents", columns: ["purpose", "text_version", "source", "granted", "at"], erased: .deleted),
        PersonalTable("user_notes", columns: ["author_name", "body", "at"], erased: .deleted),
    ]
}
