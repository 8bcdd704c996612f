import HTML
import Sheets
import Templates
import Web

/// The page that starts an export: it shows the content, and has inputs for reason and format.
package struct ExportForm {
    package var title: StringKey
    /// Menu path and name of the exported list.
    package var menu: (path: String, label: StringKey)
    /// The list's own address; a file's address is this one followed by the format.
    package var list: Link
    package var count: LocalText
    /// The filter in words; empty if there is none.
    package var narrowing: [String]
    package var everything: StringKey
    package var lineHint: StringKey
    /// True if there are too many rows for a direct download: the file is made in the background.
    package var isLarge = false
    /// The page to which the file belongs, if it is not the list's.
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

    /// The most rows of a file that is streamed at once. Lists are counted exactly up to this number, which is about
    /// two megabytes: it is transferred quickly on any line. A longer stream that breaks must be restarted by hand.
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
                }, showsValues: true),
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

    /// The language's name, with a note about whose language it is.
    private func words(_ language: Language, _ actor: Actor) -> String {
        let name = language.nameInItself
        if language == actor.fileLanguage, !actor.tenant.isInstallation {
            return Strings.export_language_workspace(language: name).resolve(in: actor.language)
        }
        return language == actor.language
            ? Strings.export_language_yours(language: name).resolve(in: actor.language) : name
    }
}

/// The events of an export in the audit trail: that it started, and how it ended.
package struct ExportRecord: Sendable {
    /// The actions under which a kind of file is recorded.
    package struct Actions: Sendable {
        package var begun: AuditAction
        package var finished: AuditAction
        package var brokenOff: AuditAction
        package var kind: ObjectKind
        /// Distinguishes several lists that share their actions.
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
    /// The event that personal data was read; nil for a file without any, or if its own action is that of a reading.
    package var reading: AuditEvent?
    /// The actions for the end; nil for a file whose end is not recorded.
    private var ends: (finished: AuditAction, brokenOff: AuditAction)?

    /// - Parameter columns: names of the chosen columns; nil for all.
    package init(
        _ actions: Actions, _ request: FileRequest, filter: [(name: String, value: String)], columns: [String]? = nil,
        isReading: Bool = false, by actor: Actor
    ) {
        self.init(actions, format: request.format, filter: filter, reason: request.reason)
        if let columns { begun.changes.append(.init("columns", new: columns.joined(separator: ", "))) }
        // The search text may be a name: it is sealed under a key of this event's own, which can be destroyed
        // separately. A tenant without personal data has no such keys.
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

    /// For a file that is recorded once.
    package init(_ event: AuditEvent) { begun = event }

    /// The unsealed text only says that there was a search.
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
