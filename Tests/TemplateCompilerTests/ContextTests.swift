import Testing

@testable import TemplateCompiler

struct ContextTests {
    @Test func `a value is printed for where it stands`() throws {
        let template = """
            <a href="{{ link }}" title='{{ note }}'>{{ name }}</a><textarea>{{ text }}</textarea><title>{{ t }}</title>
            """
        #expect(
            try Compiling.statements(template) == [
                #"html.raw("<a href=\"")"#, "html.link(self.link)", #"html.raw("\" title='")"#,
                "html.attribute(self.note)", #"html.raw("'>")"#, "html.text(self.name)",
                #"html.raw("</a><textarea>\n")"#, "html.attribute(self.text)", #"html.raw("</textarea><title>")"#,
                "html.attribute(self.t)", #"html.raw("</title>")"#,
            ])
    }

    @Test func `an address begins with a link and goes on with encoded parts`() throws {
        let statements = try Compiling.statements(#"<a href="{{ a }}/{{ b }}"></a><img src="/i/{{ c }}?v={{ d }}">"#)
        #expect(
            statements.filter { !$0.hasPrefix("html.raw") } == [
                "html.link(self.a)", "html.urlComponent(self.b)", "html.urlComponent(self.c)",
                "html.urlComponent(self.d)",
            ])
    }

    @Test(arguments: ["href", "src", "action", "formaction", "poster", "cite", "HREF"])
    func `an attribute that holds an address takes a link only`(_ name: String) throws {
        #expect(try Compiling.code("<x-y \(name)=\"{{ a }}\"></x-y>").contains("html.link(self.a)"))
    }

    @Test func `attributes may stand in a branch, whole or in part`() throws {
        let template = """
            <option {% if a %}selected{% end %}></option><tr{% if b %} class="m {% if c %}x{% else %}{{ d }}{% end %}"{% end %}></tr>
            """
        #expect(
            try Compiling.statements(template) == [
                #"html.raw("<option ")"#, "if self.a {", #"html.raw("selected")"#, "}",
                #"html.raw("></option><tr")"#, "if self.b {", #"html.raw(" class=\"m ")"#, "if self.c {",
                #"html.raw("x")"#, "} else {", "html.attribute(self.d)", "}", #"html.raw("\"")"#, "}",
                #"html.raw("></tr>")"#,
            ])
    }

    @Test func `branches may give an address two beginnings`() throws {
        let code = try Compiling.code(#"<a href="{% if a %}/x{% else %}/y{% end %}/{{ id }}">z</a>"#)
        #expect(code.contains("html.urlComponent(self.id)"))
    }

    @Test func `a loop names its variable and has a branch for no rows`() throws {
        #expect(
            try Compiling.statements("{% for u in t.users %}{{ u.name }}{{ v }}{% else %}{{ u }}{% end %}") == [
                "for u in self.t.users {", "html.text(u.name)", "html.text(self.v)", "}",
                "if self.t.users.isEmpty {", "html.text(self.u)", "}",
            ])
    }

    @Test func `conditions are a member, its opposite or a value that is there`() throws {
        let template = """
            {% if a %}1{% else if !b.isEmpty %}2{% else if let c %}{{ c }}{% else if let d = e.f %}{{ d }}{% else %}3{% end %}
            """
        #expect(
            try Compiling.statements(template) == [
                "if self.a {", #"html.raw("1")"#, "} else {", "if !self.b.isEmpty {", #"html.raw("2")"#, "} else {",
                "if let c = self.c {", "html.text(c)", "} else {", "if let d = self.e.f {", "html.text(d)",
                "} else {", #"html.raw("3")"#, "}", "}", "}", "}",
            ])
    }

    @Test func `parts, layouts and contents become calls`() throws {
        #expect(
            try Compiling.statements("{% layout frame %}\n<p>{% include a.b %}</p>\n") == [
                "self.frame.render(into: &html) { (html: inout HTMLBuffer) in", #"html.raw("<p>")"#,
                "self.a.b.render(into: &html)", #"html.raw("</p>")"#, "}",
            ])
        let layout = try Compiling.code("<main>{% content %}</main>")
        #expect(layout.contains("into html: inout HTMLBuffer, content: (inout HTMLBuffer) -> Void"))
        #expect(!layout.contains(": Template"))
    }

    @Test func `a text is named by its key and gets its arguments in the order of the text`() throws {
        #expect(
            try Compiling.statements(
                #"{% t "title" %}<p title="{% t "greet" name: user.name %}">{% t "shown" n: n %}</p>"#)
                == [
                    "html.text(Strings.title)", #"html.raw("<p title=\"")"#,
                    "html.attribute(Strings.greet(name: self.user.name))", #"html.raw("\">")"#,
                    "html.text(Strings.shown(n: self.n))", #"html.raw("</p>")"#,
                ])
    }

    @Test func `SVG closes its elements by a slash and keeps its capitals`() throws {
        let svg = #"<svg viewBox="0 0 1 1"><linearGradient><stop/></linearGradient><use href="/i.svg#x"/></svg>"#
        #expect(try Compiling.statements(svg) == ["html.raw(\(CodeWriter.quoted(svg)))"])
    }

    @Test func `white space shrinks to one newline and stays as it is in pre and textarea`() throws {
        #expect(
            try Compiling.statements("\n<p>\n    a  b   \n\n  c</p>\n{# note #}\n<pre>\n  x\n\n  y</pre>\n\n")
                == [#"html.raw("<p>\na  b\nc</p>\n<pre>\n  x\n\n  y</pre>")"#])
    }

    @Test func `a block that stands alone on its line takes the line with it`() throws {
        #expect(
            try Compiling.statements("<ul>\n  {% for a in b %}\n    <li>{{ a }}</li>\n  {% end %}\n</ul>") == [
                #"html.raw("<ul>\n")"#, "for a in self.b {", #"html.raw("<li>")"#, "html.text(a)",
                #"html.raw("</li>\n")"#, "}", #"html.raw("</ul>")"#,
            ])
    }

    @Test func `comments are left out`() throws {
        #expect(try Compiling.statements("a<!-- <b> -->{# {{ x }} #}b") == [#"html.raw("ab")"#])
    }

    @Test func `every statement names its line`() throws {
        let code = try Compiling.code("a\n{{ x }}\n\n{{ y }}")
        #expect(code.contains("#sourceLocation(file: \"X.html\", line: 2)\n        html.text(self.x)"))
        #expect(code.contains("#sourceLocation(file: \"X.html\", line: 4)\n        html.text(self.y)"))
    }
}
