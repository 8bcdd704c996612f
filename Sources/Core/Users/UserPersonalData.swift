import Console
import Postgres
import Templates

extension PersonalTable {
    /// The user's own row stays, since payments refer to it; afterwards it contains nothing about a person.
    static let ofUsers = [
        PersonalTable(
            "users", Strings.user_profile, user: "id",
            columns: [
                "email", "name", "phone", "external_id", "status", "status_reason", "role", "plan", "country",
                "language", "zone", "platform",
                "created_at", "seen_at", "renews_at", "facts", "privacy_level", "language_chosen", "zone_chosen",
            ],
            erased: .emptied([
                // Addresses must be unique.
                ("email", "users.id || '@erased.invalid'"), ("name", "''"), ("phone", "''"), ("external_id", "''"),
                ("status", "'deleted'"),
                ("status_reason", "''"), ("deleted_from_reason", "''"), ("role", "'user'"), ("country", "''"),
                ("language", "'en'"), ("zone", "'UTC'"), ("platform", "''"), ("seen_at", "'epoch'"),
                ("renews_at", "null"), ("facts", "'{}'"), ("privacy_level", "'nobody'"),
                ("language_chosen", "false"), ("zone_chosen", "false"),
            ])),
        PersonalTable(
            "former_emails", Strings.personal_former_emails, columns: ["email", "until"], erased: .deleted),
        PersonalTable(
            "user_devices", Strings.user_devices,
            columns: [
                "platform", "model", "app_version", "push_token", "language", "zone", "created_at", "seen_at",
                "removed_at",
            ],
            erased: .deleted, aging: .init("found.seen_at")),
        PersonalTable(
            "user_consents", Strings.user_consents, columns: ["purpose", "text_version", "source", "granted", "at"],
            erased: .deleted),
        PersonalTable(
            "user_notes", Strings.user_notes, columns: ["author_name", "body", "at"],
            erased: .deleted, aging: .init("found.at")),
    ]
}
