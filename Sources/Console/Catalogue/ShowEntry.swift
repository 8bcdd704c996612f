import HTML
import Images
import Postgres
import Templates
import Web

/// One entry: the version that apps get, on a phone and in words; the draft beside it; all versions.
package struct ShowEntry<C: Catalogued>: Viewing {
    package let id: ID

    package init(_ request: WebRequest) throws { id = try request.id("entry") }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try EntryPageMaker<C>(id: id).page(in: tx, by: actor, services)
    }
}

package struct EntryPageMaker<C: Catalogued> {
    package var id: ID
    /// A notice at the top, if the page is the response to an action that failed.
    package var notice: LocalText?
    /// The typed time of the form that schedules.
    package var from = ""
    package var fromError: LocalText?
    /// The error in the file uploaded as its picture.
    package var pictureError: LocalText?

    package func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> EntryPage {
        let (catalogue, languages) = (C.catalogue, actor.tenant.languages)
        let entry = try CatalogueEntry.read(id, of: catalogue, in: tx, by: actor)
        let trail = try ObjectTrail(of: id, kinds: [.entry], in: tx, by: actor)
        let list = actor.link(catalogue.path)
        let here: Link = "\(list)/\(id)"
        let shown = entry.live ?? entry.coming ?? entry.draft
        let content = shown?.content ?? entry.newest
        let name = catalogue.entryName(content, languages)
        var frame = actor.frame(name, services, current: catalogue.path, crumb: (LocalText(catalogue.title), list))
        if let notice { frame.flash = Flash(warning: notice) }
        let (mayEdit, mayPublish) = (actor.may(.editCatalogue), actor.may(.publishCatalogue))
        let csrf = actor.session?.csrf ?? ""
        func button(_ label: StringKey, _ icon: String, _ path: String) -> ActButton {
            ActButton(
                LocalText(label), icon: frame.icon(icon),
                action: path.split(separator: "/").reduce(here) { "\($0)/\(String($1))" }, csrf: csrf)
        }
        var acts: [ActButton] = []
        if let draft = entry.draft {
            if draft.state == .draft, mayEdit { acts.append(button(Strings.catalogue_send, "next", "review")) }
            if draft.state == .review, mayEdit || mayPublish {
                acts.append(button(Strings.catalogue_take_back, "edit", "review/end"))
            }
        }
        if entry.undoable(at: actor.now) != nil, mayPublish {
            acts.append(button(Strings.catalogue_withdraw, "undo", "publication/withdrawal"))
        }
        if entry.coming != nil, mayPublish {
            acts.append(button(Strings.catalogue_unschedule, "clock", "publication/end"))
        }
        if entry.isRetired, mayPublish { acts.append(button(Strings.catalogue_restore, "check", "retirement/end")) }
        let style = DateStyle(actor.language)
        let more = try catalogue.shows?(tx, actor, entry, content)
        return EntryPage(
            frame: frame, name: name, key: entry.key, badges: entry.badges, edit: mayEdit ? "\(here)/edit" : nil,
            related: catalogue.related.filter { actor.may($0.needs) && $0.place.includes(actor.tenant) }
                .compactMap { related in
                    related.link(actor, entry).map {
                        PageButton(LocalText(related.label), icon: frame.icon(related.icon), link: $0)
                    }
                },
            publish: entry.draft != nil && mayPublish
                ? PageButton(
                    LocalText(Strings.catalogue_see_changes), icon: frame.icon("check"), link: "\(here)/publication")
                : nil,
            acts: acts,
            schedule: entry.draft != nil && mayPublish
                ? ScheduleForm(
                    action: "\(here)/publication", csrf: csrf,
                    from: .moment(
                        "from", LocalText(Strings.catalogue_from), from, zone: actor.tenant.zone, actor.language,
                        error: fromError, isRequired: true)) : nil,
            discard: entry.draft != nil && mayEdit ? button(Strings.catalogue_discard, "trash", "draft/deletion") : nil,
            retire: !entry.isRetired && mayPublish && (entry.live != nil || entry.coming != nil)
                ? button(Strings.catalogue_retire, "trash", "retirement") : nil,
            numbers: more?.numbers ?? [],
            phones: PhoneCard(
                languages.map {
                    catalogue.phone(content, $0, languages, picture: picture(content, actor), here: here)
                }),
            tables: more?.tables ?? [], script: services.assets.file("editor.js"),
            picture: mayEdit && catalogue.hasPicture
                ? PictureForm(
                    picture: picture(entry.newest, actor),
                    field: FileField(
                        ContentField.picture, label: LocalText(Strings.icon_field), accept: UploadedImage.accepted,
                        isRequired: true,
                        hint: Strings.catalogue_picture_hint(max: Formatted.bytes(ImageLimits.icon.bytes)),
                        error: pictureError),
                    action: "\(here)/picture", removal: "\(here)/picture/removal", csrf: csrf) : nil,
            isDraftShown: entry.live == nil, isWithdrawn: entry.isRetired,
            facts: try facts(content, in: tx, actor),
            draft: try entry.draft.map { draft in
                DraftCard(
                    state: (draft.state == .review ? EntryState.review : .draft).badge,
                    saved: Strings.merge_by(name: draft.changedBy, time: Formatted.dateTime(draft.changed)),
                    changes: changes(draft.content, from: entry.live?.content, actor),
                    missing: catalogue.missing(draft.content, languages).keys.sorted { Content.isBefore($0, $1) }
                        .map { catalogue.label($0, actor.language) },
                    obstacle: try catalogue.obstacle(tx, actor))
            },
            coming: entry.coming.flatMap { coming in
                coming.holdsFrom.map {
                    ComingCard(
                        when: Strings.catalogue_comes(time: Formatted.dateTime($0)),
                        changes: changes(coming.content, from: entry.live?.content, actor))
                }
            },
            versions: entry.versions.filter { $0.state == .published && $0.number != entry.coming?.number }.map {
                version in
                let isLive = version.number == entry.live?.number
                return VersionRow(
                    number: NumberStyle(actor.language).integer(version.number), isLive: isLive && !entry.isRetired,
                    when: version.holdsFrom.map { style.dateTime($0) } ?? "", by: version.publishedBy,
                    changes: changes(version.content, from: before(version, entry)?.content, actor),
                    back: mayPublish && !isLive && entry.draft == nil
                        ? ActButton(
                            LocalText(Strings.catalogue_return), icon: frame.icon("trail"),
                            action: "\(here)/versions/\(String(version.number))/return",
                            csrf: csrf) : nil)
            },
            trail: actor.may(.seeAudit) ? try trail.card(Strings.user_trail, in: tx, by: actor, services) : nil)
    }

    private func picture(_ content: Content, _ actor: Actor) -> Link? {
        content.picture.map { "\(actor.link("images"))/\($0)" }
    }

    private func before(_ version: ContentVersion, _ entry: CatalogueEntry) -> ContentVersion? {
        entry.versions.first { $0.number < version.number && $0.state == .published }
    }

    private func changes(_ content: Content, from old: Content?, _ actor: Actor) -> [TrailEntry.FieldChange] {
        C.catalogue.words(content.changes(from: old), actor.language, in: (old, content), actor.tenant.languages)
    }

    /// The fields that neither the phones nor the tables show.
    private func facts(_ content: Content, in tx: borrowing TenantTransaction, _ actor: Actor) throws -> [Fact] {
        let shown = C.catalogue.places(content, actor.tenant.languages).filter {
            !content[$0.name].isEmpty && $0.name.split(separator: ".").count < 3
                && $0.name.split(separator: ".").first.map(String.init) != C.catalogue.name
        }
        // Keys of other objects are shown by these objects' names.
        let hasKeys = shown.contains { if case .keys = $0.field.form { true } else { $0.field.isKnown } }
        let names = hasKeys ? try ContentForm.choices(of: C.catalogue, in: tx) : [:]
        return shown.map { name, field in
            Fact(
                Strings.catalogue_named(name: C.catalogue.label(name, actor.language)),
                field.names(content[name], names, actor.language)
                    ?? CatalogueWords.value(content[name], of: name, actor.language))
        }
    }
}

extension ContentField {
    fileprivate var isKnown: Bool { if case .known = form { true } else { false } }

    /// Returns the names of the objects whose keys are that text; nil for a field without such keys. A key of nothing
    /// stays.
    fileprivate func names(
        _ text: String, _ known: [String: [(value: String, words: String)]], _ language: Language
    ) -> String? {
        let all: [(value: String, words: String)]
        switch form {
        case .keys(let other): all = known[other] ?? []
        case .known: all = known[name] ?? []
        default: return nil
        }
        return text.split(separator: " ").map { key in all.first { $0.value == key }?.words ?? String(key) }
            .joined(in: language)
    }
}
