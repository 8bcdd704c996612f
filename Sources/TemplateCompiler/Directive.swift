/// The content between `{%` and `%}`.
enum Directive: Equatable {
    enum Condition: Equatable {
        case isTrue(MemberPath)
        case isFalse(MemberPath)
        case some(variable: String, MemberPath)
    }

    struct Argument: Equatable {
        let name: String
        let value: MemberPath
    }

    case `for`(variable: String, MemberPath)
    case `if`(Condition)
    case elseIf(Condition)
    case `else`
    case end
    case include(MemberPath)
    case layout(MemberPath)
    case content
    case translate(key: String, [Argument])

    /// True if the directive prints nothing itself: if it is alone on its line, the whole line is removed.
    var isSilent: Bool {
        switch self {
        case .for, .if, .elseIf, .else, .end, .layout: true
        case .include, .content, .translate: false
        }
    }

    var isLayout: Bool {
        if case .layout = self { true } else { false }
    }

    init(_ range: Range<Int>, in source: Source) throws(Diagnostic) {
        var words = try Words(range, in: source)
        switch words.next() {
        case "for":
            let variable = try words.variable()
            try words.expect("in")
            self = .for(variable: variable, try words.path())
        case "if": self = .if(try words.condition())
        case "else" where words.isAtEnd: self = .else
        case "else":
            try words.expect("if")
            self = .elseIf(try words.condition())
        case "end": self = .end
        case "include": self = .include(try words.path())
        case "layout": self = .layout(try words.path())
        case "content": self = .content
        case "t": self = .translate(key: try words.quoted(), try words.arguments())
        case "": throw source.error("an empty {% %}", at: range.lowerBound)
        case let word:
            throw source.error(
                "unknown {% \(word) %}; there are for, if, else, end, include, layout, content and t",
                at: range.lowerBound)
        }
        try words.expectEnd()
    }
}
