/// Compiles one template: walks its tokens, checks that HTML and blocks agree, and writes the code.
struct TemplateCompilation {
    private let source: Source
    private let strings: StringCatalogue
    private var markup: MarkupReader
    private var writer: CodeWriter
    private var blocks: [Block] = []
    private var scope: [String] = []
    private var layout: String?
    private var contentOffset: Int?

    /// Returns the Swift file for the template `source` of the struct `name`.
    static func code(for source: Source, name: String, strings: StringCatalogue) throws(Diagnostic) -> String {
        try compiled(source, strings).file(name)
    }

    static func compiled(_ source: Source, _ strings: StringCatalogue) throws(Diagnostic) -> TemplateCompilation {
        guard String(validating: source.bytes, as: UTF8.self) != nil else {
            throw source.error("this file is not UTF-8", at: 0)
        }
        var compilation = TemplateCompilation(source, strings)
        try compilation.run()
        return compilation
    }

    /// True for a whole document; false for a part of one or for a layout.
    var isPage: Bool {
        let doctype = "<!doctype"
        let begin = source.text(0..<min(doctype.utf8.count, source.bytes.count)).lowercased()
        return contentOffset == nil && (layout != nil || begin == doctype)
    }

    private init(_ source: Source, _ strings: StringCatalogue) {
        self.source = source
        self.strings = strings
        markup = MarkupReader(source)
        writer = CodeWriter(path: source.path, depth: 2)
    }

    private mutating func run() throws(Diagnostic) {
        var isAtStart = true
        // The bytes to skip after a directive that is alone on its line.
        var skipped = 0
        for token in try Token.all(in: source) {
            switch token.kind {
            case .literal:
                var range = token.range.lowerBound + skipped..<token.range.upperBound
                skipped = 0
                if isAtStart { range = source.skippingSpace(range) }
                guard !range.isEmpty else { continue }
                writer.raw(try markup.read(range))
                isAtStart = false
            case .comment:
                skipped = restOfLine(token)
            case .print(let path):
                try printValue(path.code(scope: scope), isMarkupAllowed: true, at: token.range.lowerBound)
                isAtStart = false
            case .directive(let directive):
                try perform(directive, at: token.range.lowerBound, isAtStart: isAtStart)
                isAtStart = isAtStart && directive.isLayout
                if directive.isSilent { skipped = restOfLine(token) }
            }
        }
        try finish()
    }

    private mutating func perform(_ directive: Directive, at offset: Int, isAtStart: Bool) throws(Diagnostic) {
        try markup.endName()
        let line = source.line(at: offset)
        switch directive {
        case .for(let variable, let path):
            try requireBranchPlace(offset)
            let collection = path.code(scope: scope)
            begin(.loop, collection, offset)
            writer.open("for \(variable) in \(collection) {", sourceLine: line)
            scope.append(variable)
        case .if(let condition):
            try requireBranchPlace(offset)
            begin(.condition(closing: 1), "", offset)
            open(condition, line)
        case .elseIf(let condition): try elseIf(condition, offset)
        case .else: try elseBranch(offset)
        case .end: try end(offset)
        case .include(let path):
            try requireText("an include", offset)
            writer.statement("\(path.code(scope: scope)).render(into: &html)", sourceLine: line)
        case .layout(let path):
            guard isAtStart, layout == nil else {
                throw source.error("layout must be the first thing of a file", at: offset)
            }
            let frame = path.code(scope: scope)
            writer.open("\(frame).render(into: &html) { (html: inout HTMLBuffer) in", sourceLine: line)
            layout = frame
        case .content:
            try requireText("the content", offset)
            guard contentOffset == nil else { throw source.error("content can stand once in a layout", at: offset) }
            guard blocks.isEmpty else { throw source.error("content can't stand inside a block", at: offset) }
            contentOffset = offset
            writer.statement("content(&html)", sourceLine: line)
        case .translate(let key, let arguments):
            let call = try strings.call(key, arguments, scope: scope, source, at: offset)
            if case .value = markup.state.place, markup.state.isInAddress {
                throw source.error("a translated text can't be part of an address", at: offset)
            }
            try printValue(call, isMarkupAllowed: false, at: offset)
        }
    }

    private mutating func printValue(_ value: String, isMarkupAllowed: Bool, at offset: Int) throws(Diagnostic) {
        let state = markup.state
        let method: String
        switch state.place {
        case .text where state.isInScript: throw source.error("no value can be printed inside <script>", at: offset)
        // Markup would be shown as text here, so `attribute`, which has no overload for it, refuses it.
        case .text: method = state.isInPlainText ? "attribute" : "text"
        case .value:
            method = try AttributeRules.method(state, source, at: offset)
            if state.isInAddress { markup.state.address = .something }
        case .beforeValue:
            throw source.error("the value of the attribute \(state.attribute) must be quoted", at: offset)
        case .tagName, .endTagName: throw source.error("a value can't be part of a tag's name", at: offset)
        case .comment: throw source.error("no value can be printed in a comment; use {# #} to leave it out", at: offset)
        case .doctype: throw source.error("no value can be printed in the doctype", at: offset)
        case .beforeAttribute, .attributeName, .afterAttribute, .afterSlash:
            throw source.error("a value can't be the name of an attribute; use {% if %} around a whole one", at: offset)
        }
        writer.statement("html.\(method)(\(value))", sourceLine: source.line(at: offset))
    }

    // MARK: Blocks

    private mutating func begin(_ kind: Block.Kind, _ collection: String, _ offset: Int) {
        blocks.append(
            Block(kind: kind, offset: offset, collection: collection, before: markup.state, scopeCount: scope.count))
    }

    private mutating func open(_ condition: Directive.Condition, _ line: Int) {
        switch condition {
        case .isTrue(let path): writer.open("if \(path.code(scope: scope)) {", sourceLine: line)
        case .isFalse(let path): writer.open("if !\(path.code(scope: scope)) {", sourceLine: line)
        case .some(let variable, let path):
            writer.open("if let \(variable) = \(path.code(scope: scope)) {", sourceLine: line)
            scope.append(variable)
        }
    }

    private mutating func elseIf(_ condition: Directive.Condition, _ offset: Int) throws(Diagnostic) {
        guard var block = blocks.last, case .condition(let closing) = block.kind, !block.hasElse else {
            throw source.error("else if without an if", at: offset)
        }
        try endBranch(&block, offset)
        block.kind = .condition(closing: closing + 1)
        blocks[blocks.count - 1] = block
        writer.turn()
        open(condition, source.line(at: offset))
    }

    private mutating func elseBranch(_ offset: Int) throws(Diagnostic) {
        guard var block = blocks.last, !block.hasElse else {
            throw source.error("else without an if or for", at: offset)
        }
        try endBranch(&block, offset)
        block.hasElse = true
        blocks[blocks.count - 1] = block
        switch block.kind {
        case .condition: writer.turn()
        case .loop:
            writer.close()
            writer.open("if \(block.collection).isEmpty {", sourceLine: source.line(at: block.offset))
        }
    }

    private mutating func end(_ offset: Int) throws(Diagnostic) {
        guard var block = blocks.popLast() else { throw source.error("end without an if or for", at: offset) }
        try endBranch(&block, offset)
        if !block.hasElse { try join(&block, block.before, offset) }
        if let joined = block.joined { markup.state = joined }
        switch block.kind {
        case .loop: writer.close()
        case .condition(let closing): for _ in 0..<closing { writer.close() }
        }
    }

    /// Ends the open branch, and restores the state at the start of the block.
    private mutating func endBranch(_ block: inout Block, _ offset: Int) throws(Diagnostic) {
        if case .loop = block.kind, !markup.state.isSame(as: block.before) {
            throw source.error(
                "this branch ends \(markup.state.description) but began \(block.before.description)", at: offset)
        }
        try join(&block, markup.state, offset)
        markup.state = block.before
        scope.removeLast(scope.count - block.scopeCount)
    }

    private func join(_ block: inout Block, _ state: MarkupState, _ offset: Int) throws(Diagnostic) {
        guard state.joined(with: block.before) != nil,
            let joined = block.joined.map({ $0.joined(with: state) }) ?? state
        else {
            throw source.error(
                "this branch ends \(state.description) but began \(block.before.description)", at: offset)
        }
        block.joined = joined
    }

    // MARK: Places

    private func requireBranchPlace(_ offset: Int) throws(Diagnostic) {
        switch markup.state.place {
        case .text, .beforeAttribute, .afterAttribute, .value: return
        default: throw source.error("a block can't begin \(markup.state.description) here", at: offset)
        }
    }

    private func requireText(_ what: String, _ offset: Int) throws(Diagnostic) {
        guard markup.state.place == .text, !markup.state.isInPlainText, !markup.state.isInScript else {
            throw source.error("\(what) can't stand \(markup.state.description)", at: offset)
        }
    }

    private func restOfLine(_ token: Token) -> Int {
        guard markup.state.place == .text, !markup.state.keepsSpace else { return 0 }
        return source.restOfLine(alone: token.range)
    }

    // MARK: End

    private mutating func finish() throws(Diagnostic) {
        if let block = blocks.last { throw source.error("this block has no {% end %}", at: block.offset) }
        let state = markup.state
        guard state.place == .text else {
            let isValue = if case .value = state.place { true } else { false }
            let what =
                switch state.place {
                case .comment: "this comment"
                case _ where isValue: "the value of the attribute \(state.attribute)"
                default: "this tag"
                }
            throw source.error(
                "\(what) is not closed", at: isValue || state.place == .comment ? state.begin : state.tagBegin)
        }
        if let open = state.elements.last { throw source.error("<\(open.name)> is not closed", at: open.offset) }
        writer.trimTrailingSpace()
        writer.flush()
        if layout != nil { writer.close() }
    }

    func file(_ name: String) -> String {
        let content = contentOffset == nil ? "" : ", content: (inout HTMLBuffer) -> Void"
        let conformance = contentOffset == nil ? ": Template" : ""
        return """
            // Generated from \(name).html.
            import HTML

            extension \(name)\(conformance) {
                package func render(into html: inout HTMLBuffer\(content)) {
            \(writer.code)    }
            }
            #sourceLocation()

            """
    }
}
