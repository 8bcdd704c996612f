/// Reads the small parts that tell where a workbook's sheets are and what its numbers mean.
final class WorkbookParts: XMLHandler {
    /// How a cell's style shows a number.
    enum NumberForm: Equatable {
        case number
        case percent(places: Int)
        case date, time, dateTime
        /// Hours, minutes and seconds of a duration, which may be longer than a day.
        case elapsed
    }

    private(set) var hasDatesFrom1904 = false
    /// By the number to which cells refer.
    private(set) var forms: [NumberForm] = []
    private var targets: [String: String] = [:]
    private var documentTarget: String?
    private var sheets: [(relation: String, name: String, isHidden: Bool)] = []
    private var codes: [Int: NumberForm] = [:]
    private var isInCellFormats = false

    /// Returns the names of all sheets, in the order of the workbook.
    func names(_ zip: ZipReader) throws(SheetProblem) -> [(name: String, isHidden: Bool)] {
        _ = try document(zip)
        return sheets.map { ($0.name, $0.isHidden) }
    }

    /// Parses the workbook's own part; returns its path.
    private func document(_ zip: ZipReader) throws(SheetProblem) -> String {
        if let part = try zip.part("_rels/.rels") { try XMLStream(part, self).run() }
        let document = documentTarget.flatMap { Self.path($0, from: "") } ?? "xl/workbook.xml"
        guard let workbook = try zip.part(document) else { throw SheetProblem(.notWorkbook) }
        try XMLStream(workbook, self).run()
        return document
    }

    /// Returns the path of a sheet. If all are hidden, the first is taken for a visible one.
    func read(_ zip: ZipReader, at place: SheetPlace) throws(SheetProblem) -> String {
        let document = try document(zip)
        let folder = document.split(separator: "/").dropLast().joined(separator: "/")
        let name = document.split(separator: "/").last ?? ""
        targets = [:]
        if let part = try zip.part("\(folder)/_rels/\(name).rels") { try XMLStream(part, self).run() }
        if let part = try zip.part("\(folder)/styles.xml") { try XMLStream(part, self).run() }
        let found =
            switch place {
            case .visible(let number):
                sheets.filter { !$0.isHidden }.dropFirst(number).first ?? (number == 0 ? sheets.first : nil)
            case .any(let number): sheets.dropFirst(number).first
            }
        guard let sheet = found else { throw SheetProblem(.noSheet) }
        guard let target = targets[sheet.relation] else { throw SheetProblem(.noSheet) }
        guard let path = Self.path(target, from: folder) else { throw SheetProblem(.pathTrick) }
        return path
    }

    /// Returns nil for a path that leads out of the archive.
    private static func path(_ target: String, from folder: String) -> String? {
        let path = target.hasPrefix("/") ? String(target.dropFirst()) : folder.isEmpty ? target : "\(folder)/\(target)"
        return ZipReader.staysInside(path) ? path : nil
    }

    func began(_ name: XMLName, _ attributes: XMLAttributes) throws(SheetProblem) {
        if name == "Relationship", let id = attributes["Id"], let target = attributes["Target"] {
            if attributes["Type"]?.hasSuffix("/officeDocument") == true { documentTarget = target }
            if targets.count < 10_000 { targets[id] = target }
        } else if name == "sheet" {
            // The attribute is `r:id`; the sheet's own number is called sheetId.
            guard let relation = attributes["id"], sheets.count < 1000 else { return }
            sheets.append((relation, attributes["name"] ?? "", attributes["state"].map { $0 != "visible" } ?? false))
        } else if name == "workbookPr" {
            hasDatesFrom1904 = ["1", "true"].contains(attributes["date1904"] ?? "")
        } else if name == "numFmt" {
            guard let id = attributes["numFmtId"].flatMap({ Int($0) }), codes.count < 10_000 else { return }
            codes[id] = Self.form(attributes["formatCode"] ?? "")
        } else if name == "cellXfs" {
            isInCellFormats = true
        } else if name == "xf", isInCellFormats, forms.count < 65_536 {
            let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
            forms.append(codes[id] ?? Self.builtIn(id))
        }
    }

    func ended(_ name: XMLName) { if name == "cellXfs" { isInCellFormats = false } }

    func text(_ utf8: UnsafeRawBufferPointer) {}

    /// Built-in formats: ECMA-376, 18.8.30.
    private static func builtIn(_ id: Int) -> NumberForm {
        switch id {
        case 9: .percent(places: 0)
        case 10: .percent(places: 2)
        case 14...17, 27...31, 34...36, 50...54, 57, 58: .date
        case 18...21, 32, 33, 45, 47, 55, 56: .time
        case 46: .elapsed
        case 22: .dateTime
        default: .number
        }
    }

    /// Detects the form from the letters for parts of a date or time in the format's first section. Ignores quoted
    /// and escaped letters and those in brackets, which contain colours and languages; `[h]` counts the hours of a
    /// duration.
    private static func form(_ code: String) -> NumberForm {
        var (hasDate, hasTime, isQuoted, isInBrackets, skips) = (false, false, false, false, false)
        // The digits after the point; nil before there is a point.
        var (hasPercent, places): (Bool, Int?) = (false, nil)
        // The letters in the last brackets.
        var (bracketed, isElapsed) = ("", false)
        func form() -> NumberForm {
            if isElapsed { return .elapsed }
            // A month alone; beside hours or seconds an m means minutes.
            if !hasDate, !hasTime, code.lowercased().contains("mmm") { hasDate = true }
            if hasDate || hasTime { return hasDate ? hasTime ? .dateTime : .date : .time }
            return hasPercent ? .percent(places: min(places ?? 0, 15)) : .number
        }
        for character in code.lowercased() {
            if skips {
                skips = false
                continue
            }
            switch character {
            case "\"": isQuoted.toggle()
            case _ where isQuoted: break
            case "\\", "_", "*": skips = true
            case "[": (isInBrackets, bracketed) = (true, "")
            case "]":
                isInBrackets = false
                if let first = bracketed.first, "hms".contains(first), bracketed.allSatisfy({ $0 == first }) {
                    isElapsed = true
                }
            case _ where isInBrackets: bracketed.append(character)
            case ";": return form()
            case "%": hasPercent = true
            case ".": places = 0
            case "0", "#", "?": places? += 1
            case "y", "d": hasDate = true
            case "h", "s": hasTime = true
            default: break
            }
        }
        return form()
    }
}
