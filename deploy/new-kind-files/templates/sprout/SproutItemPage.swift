import HTML

/// One item.
package struct SproutItemPage: Sendable {
    package var frame: Frame
    package var name: String
    package var facts: [Fact]
    package var note: String
    /// nil for who may not.
    package var edit: Link?
    package var deletion: Link?
    /// Closes every old item, not this one alone.
    package var closing: ActButton?
    package var trail: TrailCard?

    package init(
        frame: Frame, name: String, facts: [Fact], note: String, edit: Link?, deletion: Link?,
        closing: ActButton?, trail: TrailCard?
    ) {
        self.frame = frame
        self.name = name
        self.facts = facts
        self.note = note
        self.edit = edit
        self.deletion = deletion
        self.closing = closing
        self.trail = trail
    }

    package static var sample: SproutItemPage {
        SproutItemPage(
            frame: .sample("The \"<first>\"", at: "tag"), name: "The \"<first>\"",
            facts: [Fact(LocalText(Strings.sprout_item_state), "Open <b>")],
            note: "Called about it.\nWill ring back <Monday>.", edit: "/t/rooster-me/sprout-items/1/edit",
            deletion: "/t/rooster-me/sprout-items/1/deletion",
            closing: ActButton(
                LocalText(Strings.sprout_close_old), icon: Frame.sample("Item").icon("check"),
                action: "/t/rooster-me/sprout-items/closing", csrf: "sample"), trail: .sample)
    }

    package static var sampleBare: SproutItemPage {
        var page = sample
        (page.name, page.note, page.edit, page.deletion, page.trail) = ("امید", "", nil, nil, nil)
        page.closing = nil
        return page
    }
}
