/// Checks which tags may open and close where. No end tag is optional: every element that can be closed must be.
enum TagRules {
    /// Browsers read names in lower case, and restore SVG's capitals; `<SCRIPT>` is a script there too.
    static func normalise(_ state: inout MarkupState) {
        let small = state.tag.lowercased()
        if !state.isForeign || small == "script" || small == "style" || Elements.endsForeign(small) {
            state.tag = small
        }
    }

    /// Runs when the name of a start tag is known.
    static func check(_ state: MarkupState, _ source: Source) throws(Diagnostic) {
        if state.isForeign, Elements.endsForeign(state.tag) {
            throw source.error("<\(state.tag)> can't stand inside SVG: it would end it", at: state.begin)
        }
        guard !state.isForeign || state.tag == "style" else { return }
        if let reason = Elements.refused[state.tag] { throw source.error(reason, at: state.begin) }
        let outer = openHere(state)
        if Elements.notInItself.contains(state.tag), let open = outer.last(where: { $0.name == state.tag }) {
            throw source.error(
                "<\(state.tag)> can't stand inside the one of line \(source.line(at: open.offset))", at: state.begin)
        }
        if Elements.endsParagraph.contains(state.tag), let open = outer.last(where: { $0.name == "p" }) {
            let line = source.line(at: open.offset)
            throw source.error(
                "<\(state.tag)> can't stand inside the <p> of line \(line): it would end it", at: state.begin)
        }
    }

    /// Runs at the `>` of a start tag.
    static func open(_ state: inout MarkupState, selfClosed: Bool, _ source: Source) throws(Diagnostic) {
        let isForeign = state.isForeign || Elements.foreign.contains(state.tag)
        if Elements.void.contains(state.tag), !state.isForeign { return }
        if selfClosed {
            guard isForeign else {
                throw source.error("HTML ignores the / of <\(state.tag)/>; write </\(state.tag)>", at: state.begin)
            }
            return
        }
        state.elements.append(MarkupState.Element(name: state.tag, offset: state.tagBegin))
    }

    /// Runs at the `>` of an end tag.
    static func close(_ state: inout MarkupState, _ source: Source) throws(Diagnostic) {
        normalise(&state)
        guard !Elements.void.contains(state.tag) || state.isForeign else {
            throw source.error("<\(state.tag)> has no end tag", at: state.begin)
        }
        guard let open = state.elements.last else {
            throw source.error("</\(state.tag)> closes nothing", at: state.begin)
        }
        guard open.name == state.tag else {
            let line = source.line(at: open.offset)
            throw source.error("</\(state.tag)> where </\(open.name)> is due, for line \(line)", at: state.begin)
        }
        state.elements.removeLast()
    }

    /// Returns the open elements of this part of the document: a `<foreignObject>` or `<template>` begins a new part.
    private static func openHere(_ state: MarkupState) -> ArraySlice<MarkupState.Element> {
        let border = state.elements.lastIndex {
            ["foreignObject", "template", "td", "th", "caption"].contains($0.name)
        }
        return state.elements[(border.map { $0 + 1 } ?? 0)...]
    }
}
