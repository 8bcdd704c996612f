import HTML
import Sheets
import Templates
import Web

/// The page that begins an export: what will be in it, why it is made, and in which format.
package struct ExportForm {
    package var title: StringKey
    /// Menu path and name of the list that is exported.
    package var menu: (path: String, label: StringKey)
    /// The list's own address; a file's is this one with the format behind it.
    package var list: Link
    package var count: LocalText
    /// The filter in words; empty for everything.
    package var narrowing: [String]
    package var everything: StringKey
    package var lineHint: StringKey
    /// Too many rows for the page to wait for: the file is made in the background.
    package var isLarge = false
    /// The page that the file is of, where that is another than the list's.
    package var back: Link?

    package init(
        title: StringKey, menu: (path: String, label: StringKey), list: Link, count: LocalText, narrowing: [String],
        everything: StringKey, lineHint: StringKey, isLarge: Bool = false, back: Link? = nil
    ) {
        self.title = title
        self.menu = menu
        self.list = list
        self.count = count
        self.narrowing = narrowing
        self.everything = everything
        self.lineHint = lineHint
        self.isLarge = isLarge
        self.back = back
    }

    /// Up to so many rows a file streams at once. A list is counted exactly up to here, and so many are some two
    /// megabytes: there in a moment on any line. A longer stream that breaks off has to be begun again by hand.
    package static let largestAtOnce = Totals.exactLimit

    package func page(
        _ request: FileRequest, columns: [SheetColumn], question: [(name: String, value: String)], error: LocalText?,
        _ actor: Actor, _ services: Services
    ) -> ExportPage {
        func format(_ format: SheetFormat, _ label: StringKey, _ hint: StringKey, _ icon: String) -> ExportFormat {
            ExportFormat(
                label: LocalText(label), hint: LocalText(hint), format: format.rawValue,
                action: isLarge ? nil : "\(list)\(".\(format.rawValue)")", icon: icon)
        }
        let back = back ?? list
        return ExportPage(
            frame: actor.frame(LocalText(title), services, current: menu.path, crumb: (LocalText(menu.label), back)),
            heading: LocalText(title), count: count, narrowing: narrowing, everything: LocalText(everything),
            columns: Ticks(
                FileRequest.columnField, label: LocalText(Strings.export_columns),
                ticks: columns.map {
                    .init(
                        value: $0.id, label: Strings.export_column(title: $0.title),
                        isOn: request.columns.isEmpty || request.columns.contains($0.id))
                }),
            language: Choice(
                FileRequest.languageField, label: LocalText(Strings.export_language),
                options: Language.allCases.map {
                    .init(value: $0.rawValue, label: words($0, actor), isSelected: $0 == request.language)
                }, hint: LocalText(Strings.export_language_hint)),
            clock: columns.contains { $0.kind == .time } ? Strings.export_clock(zone: request.zone) : nil,
            formats: [
                format(.csv, Strings.export_csv, Strings.export_csv_hint, "text"),
                format(.xlsx, Strings.export_xlsx, Strings.export_xlsx_hint, "report"),
                format(.jsonl, Strings.export_jsonl, lineHint, "key"),
            ],
            hidden: question.map { HiddenValue($0.name, $0.value) },
            background: isLarge
                ? .init(action: "\(list)/export", csrf: actor.session?.csrf ?? "", hours: StoredExport.hours) : nil,
            past: actor.tenant.isInstallation ? nil : actor.link("exports"),
            reason: Field(
                "reason", label: LocalText(Strings.export_reason), value: request.reason,
                hint: LocalText(Strings.export_reason_hint), error: error, isRequired: true),
            cancel: back.with(query: question.map { ($0.name, $0.value) }))
    }

    /// Whose language it is.
    private func words(_ language: Language, _ actor: Actor) -> String {
        let name = language.nameInItself
        if language == actor.fileLanguage, !actor.tenant.isInstallation {
            return Strings.export_language_workspace(language: name).resolve(in: actor.language)
        }
        return language == actor.language
            ? Strings.export_language_yours(language: name).resolve(in: actor.language) : name
    }
}

/// What the trail says about an export: that it began, and how it ended.
package struct ExportRecord: Sendable {
    /// What a kind of file is recorded as.
    package struct Actions: Sendable {
        package var begun: AuditAction
        package var finished: AuditAction
        package var brokenOff: AuditAction
        package var kind: ObjectKind
        /// Of several that share their actions.
        package var list: String?

        package init(
            begun: AuditAction, finished: AuditAction, brokenOff: AuditAction, on kind: ObjectKind, list: String? = nil
        ) {
            (self.begun, self.finished, self.brokenOff) = (begun, finished, brokenOff)
            (self.kind, self.list) = (kind, list)
        }

        package static func ofList(_ list: String) -> Actions {
            Actions(
                begun: .listExported, finished: .listExportFinished, brokenOff: .listExportBrokenOff, on: .list,
                list: list)
        }
    }

    package var begun: AuditEvent
    /// That data of persons was read with it; nil for a file that shows none, or is a reading by its own action.
    package var reading: AuditEvent?
    /// How it ended; nil for what has no end of its own.
    private var ends: (finished: AuditAction, brokenOff: AuditAction)?

    /// - Parameter columns: names of the chosen ones; nil for all.
    package init(
        _ actions: Actions, _ request: FileRequest, filter: [(name: String, value: String)], columns: [String]? = nil,
        isReading: Bool = false, by actor: Actor
    ) {
        self.init(actions, format: request.format, filter: filter, reason: request.reason)
        if let columns { begun.changes.append(.init("columns", new: columns.joined(separator: ", "))) }
        // What is searched for may be a name: it is sealed under a key of this event's own, which can be destroyed by itself. A tenant
        // that holds no people's data has no such keys.
        if let search = filter.first(where: { $0.name == "q" }), actor.tenant.holdsPeople {
            begun.subject = .make(at: actor.now)
            begun.changes.append(.init("search", new: search.value, isPersonal: true))
        }
        guard isReading else { return }
        let list = actions.list.map { "list=\($0)&" } ?? ""
        reading = AuditEvent(
            .usersListed, on: .users,
            changes: [
                .init("format", new: request.format.rawValue), .init("filter", new: list + Self.words(filter)),
            ],
            reason: request.reason)
    }

    package init(
        _ actions: Actions, format: SheetFormat, filter: [(name: String, value: String)], reason: String
    ) {
        begun = AuditEvent(
            actions.begun, on: actions.kind,
            changes: (actions.list.map { [.init("list", new: $0)] } ?? []) + [
                .init("format", new: format.rawValue), .init("filter", new: Self.words(filter)),
            ],
            reason: reason)
        ends = (actions.finished, actions.brokenOff)
    }

    /// Of what is recorded once.
    package init(_ event: AuditEvent) { begun = event }

    /// In clear it is only said that something was searched for.
    package static func words(_ filter: [(name: String, value: String)]) -> String {
        filter.map { $0.name == "q" ? "q" : "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    package func ended(isWhole: Bool, rows: Int) -> AuditEvent? {
        ends.map { ends in
            AuditEvent(
                isWhole ? ends.finished : ends.brokenOff, on: begun.objectKind,
                changes: [.init("rows", new: String(rows)), .init("export", new: begun.id.description)],
                reason: begun.reason)
        }
    }
}
