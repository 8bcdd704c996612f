import HTML

/// What nobody used for long, in sections, each line with the click that takes it away.
package struct AccessReviewPage: Sendable {
    package var frame: Frame
    package var heading: LocalText
    package var advice: LocalText
    package var sections: [ReviewSection]

    package init(frame: Frame, heading: LocalText, advice: LocalText, sections: [ReviewSection]) {
        self.frame = frame
        self.heading = heading
        self.advice = advice
        self.sections = sections
    }

    package static var sample: AccessReviewPage {
        AccessReviewPage(
            frame: .sample("Access review", at: "shield"), heading: LocalText(Strings.review_title),
            advice: Strings.review_advice(days: 90),
            sections: [
                ReviewSection(
                    title: LocalText(Strings.review_admins), none: Strings.review_admins_active(days: 90),
                    when: LocalText(Strings.admins_last_here), rows: ReviewRow.samples),
                ReviewSection(
                    title: LocalText(Strings.review_keys), advice: LocalText(Strings.review_keys_advice),
                    none: LocalText(Strings.review_keys_no),
                    when: LocalText(Strings.key_last_used), rows: []),
                ReviewSection(
                    title: LocalText(Strings.review_permissions), none: Strings.review_permissions_none(days: 90),
                    when: LocalText(Strings.review_unused), rows: ReviewRow.samplesOfPermissions),
            ])
    }
}

package struct ReviewSection: Sendable {
    package var title: LocalText
    package var advice: LocalText?
    /// Said when there are no rows.
    package var none: LocalText
    /// Heads the column of times, or of what is not used.
    package var when: LocalText
    package var rows: [ReviewRow]

    package init(title: LocalText, advice: LocalText? = nil, none: LocalText, when: LocalText, rows: [ReviewRow]) {
        self.title = title
        self.advice = advice
        self.none = none
        self.when = when
        self.rows = rows
    }
}
