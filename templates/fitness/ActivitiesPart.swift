import HTML

/// What trackers told of a recipient, the newest first.
package struct ActivitiesPart: Sendable {
    package struct Row: Sendable {
        package var when: String
        package var kind: LocalText
        package var measured: String
        /// The tracker's own name.
        package var source: String
        /// What became of it: a session that it has ticked, or that another tracker told it before.
        package var note: LocalText?
        /// Takes the tick back; nil where there is none, and for who may not.
        package var undo: Link?
        /// Removes it for good; nil for who may not.
        package var removal: Link?

        package init(
            when: String, kind: LocalText, measured: String, source: String, note: LocalText?, undo: Link?,
            removal: Link?
        ) {
            self.removal = removal
            self.when = when
            self.kind = kind
            self.measured = measured
            self.source = source
            self.note = note
            self.undo = undo
        }
    }

    package var rows: [Row]
    package var csrf: String

    package init(rows: [Row], csrf: String) {
        self.rows = rows
        self.csrf = csrf
    }

    package static var sample: ActivitiesPart {
        ActivitiesPart(
            rows: [
                Row(
                    when: "20 Nov 2026, 08:30", kind: LocalText(Strings.fitness_activity_run),
                    measured: "5.2 km · 32 min · 371 kcal", source: "Strava",
                    note: Strings.fitness_activity_ticked(session: "10 km, <rain>"),
                    undo: "/t/fitpact/fitness-activities/1/unmatching",
                    removal: "/t/fitpact/fitness-activities/1/removal"),
                Row(
                    when: "20 Nov 2026, 08:30", kind: LocalText(Strings.fitness_activity_other), measured: "32 min",
                    source: "Apple Health", note: LocalText(Strings.fitness_activity_duplicate), undo: nil, removal: nil
                ),
            ], csrf: "sample")
    }
}
