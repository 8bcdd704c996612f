import HTML

/// One audit event as a person reads it.
package struct TrailEntry: Sendable {
    package var actor: String
    /// The list narrowed to what they did.
    package var actorLink: Link?
    /// What kind of actor it is, when that is no person: a key's name may be a person's.
    package var actorNote: LocalText?
    /// What was done: "suspended the user".
    package var did: LocalText
    package var when: String
    package var address: String
    /// The list narrowed to that address.
    package var addressLink: Link?
    /// What it was done to, when the list is not about one object.
    package var object: String?
    package var objectLink: Link?
    package var changes: [FieldChange]
    package var reason: String
    package var number: String

    package struct FieldChange: Sendable {
        package var label: String
        package var old: String?
        package var new: String?
        /// The page of the object that the new value names.
        package var link: Link?
        /// The value was personal and its key is gone.
        package var isErased: Bool

        /// What of a long text changed, word by word; nil where both are said whole.
        package var words: WordDiff? { old.flatMap { old in new.flatMap { WordDiff(old, $0) } } }

        package init(label: String, old: String?, new: String?, link: Link? = nil, isErased: Bool = false) {
            self.label = label
            self.old = old
            self.new = new
            self.link = link
            self.isErased = isErased
        }
    }

    package init(
        actor: String, actorLink: Link? = nil, actorNote: LocalText? = nil, did: LocalText, when: String,
        address: String,
        addressLink: Link? = nil, object: String? = nil, objectLink: Link? = nil,
        changes: [FieldChange], reason: String, number: String
    ) {
        self.actor = actor
        self.actorLink = actorLink
        self.actorNote = actorNote
        self.did = did
        self.when = when
        self.address = address
        self.addressLink = addressLink
        self.object = object
        self.objectLink = objectLink
        self.changes = changes
        self.reason = reason
        self.number = number
    }

    package var hasReason: Bool { !reason.isEmpty }

    package var hasChanges: Bool { !changes.isEmpty }

    package static let samples = [
        TrailEntry(
            actor: "Sara Lind", actorLink: "/t/rooster-me/audit?actor=1", did: LocalText(Strings.audit_user_suspended),
            when: "20 Nov 2026, 23:12", address: "10.0.3.7", addressLink: "/t/rooster-me/audit?address=10.0.3.7",
            object: "Zoë “Quill” O’Brien", objectLink: "/t/rooster-me/users/1",
            changes: [FieldChange(label: "Status", old: "active", new: "suspended")], reason: "chargeback, ticket 8841",
            number: "41207"),
        TrailEntry(
            actor: "importer", actorNote: LocalText(Strings.audit_by_key), did: LocalText(Strings.audit_user_changed),
            when: "19 Nov 2026, 08:02",
            address: "2001:db8:85a3:8d3:1319:8a2e:370:7348", object: "علی رضایی", objectLink: "/t/rooster-me/users/2",
            changes: [
                FieldChange(label: "Country", old: "US", new: "CA"),
                FieldChange(label: "User", old: nil, new: "Zoë", link: "/t/rooster-me/users/1"),
                FieldChange(label: "Name", old: nil, new: "=HYPERLINK(\"https://example.com\")"),
                FieldChange(
                    label: "Text",
                    old: "Once upon a time there was a very <long> text that nobody wanted to read twice.",
                    new: "Once upon a time there was a short text that nobody wanted to read twice, or ever."),
                FieldChange(label: "E-mail", old: nil, new: nil, isErased: true),
            ], reason: "", number: "41206"),
        TrailEntry(
            actor: "<script>alert(1)</script>", did: LocalText(Strings.audit_users_exported),
            when: "12 Nov 2026, 17:45",
            address: "10.0.3.7", changes: [],
            reason: "اعتراض \"مشترک\" " + String(repeating: "long", count: 20), number: "39001"),
        TrailEntry(
            actor: "Roost", did: LocalText(Strings.audit_admin_signed_in), when: "12 Nov 2026, 17:40", address: "local",
            changes: [], reason: "", number: "39000"),
    ]
}
