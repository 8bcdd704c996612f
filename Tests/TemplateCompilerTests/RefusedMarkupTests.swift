import Testing

@testable import TemplateCompiler

struct RefusedMarkupTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let template: String
        let says: String
        let line: Int
        var testDescription: String { template }

        init(_ template: String, _ says: String, line: Int = 1) {
            self.template = template
            self.says = says
            self.line = line
        }
    }

    private func expect(_ refused: Case) {
        let problem = Compiling.problem(refused.template)
        #expect(problem?.message.contains(refused.says) == true, "\(problem?.description ?? "it compiles")")
        #expect(problem?.line == refused.line)
    }

    @Test(arguments: [
        Case("<p>\n<a href=x>y</a></p>", "must be quoted", line: 2),
        Case("<a\n href={{ x }}>y</a>", "must be quoted", line: 2),
        Case("<a href={% t \"title\" %}>y</a>", "must be quoted"),
        Case("<a href='x'class='y'>y</a>", "white space is missing"),
        Case("<a {{ x }}>y</a>", "name of an attribute"),
        Case("<a {{ x }}=\"y\">y</a>", "name of an attribute"),
        Case("<a data-{{ x }}=\"y\">y</a>", "name of an attribute"),
        Case("<a class=\"x\" class=\"y\">y</a>", "twice"),
        Case("<p>\n<a title=\"x>y</a>", "title is not closed", line: 2),
        Case("<p>\n<a title", "tag is not closed", line: 2),
    ])
    func `an attribute that browsers would read otherwise is refused`(_ refused: Case) { expect(refused) }

    @Test(arguments: [
        Case("<script src=\"x\">\n{{ x }}</script>", "inside <script>", line: 2),
        Case("<script>\nrun()</script>", "inline scripts", line: 2),
        Case("<SCRIPT>run()</SCRIPT>", "inline scripts"),
        Case("<svg><SCRIPT>run()</SCRIPT></svg>", "inline scripts"),
        Case("<style>{{ x }}</style>", "forbids <style>"),
        Case("<style>a{}</style>", "forbids <style>"),
        Case("<svg><style>a{}</style></svg>", "forbids <style>"),
        Case("<a onclick=\"run()\">x</a>", "forbids the attribute onclick"),
        Case("<a ONCLICK='{{ x }}'>x</a>", "forbids the attribute onclick"),
        Case("<p style=\"color:red\">x</p>", "forbids the attribute style"),
        Case("<p {% if a %}style=\"{{ x }}\"{% end %}>x</p>", "forbids the attribute style"),
        Case("<a href=\" java\nscript:run()\">x</a>", "runs code"),
        Case("<svg><a XLINK:HREF=\"javascript:run()\">x</a></svg>", "runs code"),
        Case("<iframe srcdoc=\"{{ x }}\"></iframe>", "srcdoc"),
        Case("<img srcset=\"{{ x }} 2x\">", "srcset"),
        Case("<svg><set attributeName=\"href\" to=\"{{ x }}\"/></svg>", "<set>"),
    ])
    func `what the content security policy forbids is refused`(_ refused: Case) { expect(refused) }

    @Test(arguments: [
        Case("<div>\n<p>x</div>", "</div> where </p> is due, for line 2", line: 2),
        Case("<ul><li>x<li>y</ul>", "</ul> where </li> is due"),
        Case("<div>\n", "<div> is not closed"),
        Case("x</div>", "closes nothing"),
        Case("<br></br>", "has no end tag"),
        Case("<div/>", "HTML ignores the /"),
        Case("<p><div></div></p>", "would end it"),
        Case("<svg><div></div></svg>", "would end it"),
        Case("<a href=\"/x\">x<a href=\"/y\">y</a></a>", "inside the one of line 1"),
        Case("<{{ x }}>", "tag's name"),
        Case("<h{{ x }}>", "tag's name"),
        Case("<h1></h{{ x }}>", "tag's name"),
        Case("a < b", "write &lt;"),
        Case("<title><b>x</b></title>", "holds text only"),
        Case("<!-- {{ x }} -->", "in a comment"),
        Case("<!-- x", "this comment is not closed"),
        Case("<!doctype {{ x }}>", "in the doctype"),
        Case("<xmp></xmp>", "obsolete"),
    ])
    func `a tag that is not closed, or closed out of turn, is refused`(_ refused: Case) { expect(refused) }

    @Test(arguments: [
        Case("{% if a %}\n<b>{% end %}</b>", "ends inside <b>", line: 2),
        Case("{% if a %}<b>\n{% else %}</b>{% end %}", "ends inside <b>", line: 2),
        Case("{% for a in b %}<li>{% end %}", "ends inside <li>"),
        Case("<a {% if a %}title=\"{% end %}\">x</a>", "in the attribute title"),
        Case("{% if a %}<a {% end %}>x</a>", "in the tag <a>"),
        Case("<a {% if a %}x{% end %}y>z</a>", "white space is missing"),
        Case("<a{% for a in b %} x{% end %} y>{% if %}</a>", "expected a member path"),
        Case("<a {% for a in b %}x{% end %}>z</a>", "ends in the tag"),
        Case("{% if a %}", "no {% end %}"),
        Case("x\n{% end %}", "without an if or for", line: 2),
        Case("{% else %}", "else without"),
        Case("{% else if a %}", "else if without"),
        Case("{% for a in b %}{% else if c %}{% end %}", "else if without"),
        Case("{% if a %}{% else %}{% else %}{% end %}", "else without"),
        Case("{% if a %}{% else %}{% else if b %}{% end %}", "else if without"),
        Case("<!-- {% if a %} -->", "in a comment"),
    ])
    func `a block whose branches end elsewhere than they began is refused`(_ refused: Case) { expect(refused) }

    @Test(arguments: [
        Case("\n{% frob x %}", "unknown {% frob %}", line: 2),
        Case("{{ user.name() }}", "not a member path"),
        Case("{{ a + b }}", "not a member path"),
        Case("{{ a b }}", "not a member path"),
        Case("{{ }}", "a name is missing"),
        Case("{{ row.0 }}", "not a member path"),
        Case("{{ html }}", "not a member path"),
        Case("{{ x", "{{ is not closed"),
        Case("x\n{% if a", "{% is not closed", line: 2),
        Case("{% for html in rows %}{% end %}", "a name for a variable"),
        Case("{% for in rows %}{% end %}", "a name for a variable"),
        Case("{% for a of rows %}{% end %}", "expected 'in'"),
        Case("{% if a && b %}{% end %}", "calls and operators"),
        Case("{% include %}", "expected a member path"),
        Case("{% include a b %}", "the end of the directive"),
        Case("<p title=\"{% include a %}\"></p>", "an include can't stand"),
        Case("x{% layout a %}", "first thing"),
        Case("{% content %}{% content %}", "once"),
        Case("{% if a %}{% content %}{% end %}", "inside a block"),
    ])
    func `a directive that can't be understood is refused`(_ refused: Case) { expect(refused) }

    @Test(arguments: [
        Case("<p>\n{% t \"nope\" %}</p>", "no string 'nope'", line: 2),
        Case("{% t \"greet\" %}", "needs the argument 'name'"),
        Case("{% t \"title\" name: x %}", "no place for 'name'"),
        Case("{% t \"greet\" name: x, name: y %}", "twice"),
        Case("{% t title %}", "a key in double quotes"),
        Case("<a href=\"/{% t \"title\" %}\">x</a>", "part of an address"),
    ])
    func `a text that does not exist or has other arguments is refused`(_ refused: Case) { expect(refused) }

    @Test(arguments: [
        Case("<a href=\"https://{{ x }}/\">x</a>", "part of a host"),
        Case("<a href=\"//{{ x }}\">x</a>", "part of a host"),
        Case("<a href=\"{% if a %}/x{% else %}https://{% end %}{{ x }}\">x</a>", "part of a host"),
        Case("<a href=\"{% if a %}/x/{% end %}{{ x }}\">x</a>", "in one branch only"),
    ])
    func `a value that would choose the host is refused`(_ refused: Case) { expect(refused) }
}
