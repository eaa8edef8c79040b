import Testing

@testable import GroveServing

/// What the scanner makes of sources that are hard to read without a parser.
struct JavaScriptModuleTests {
  private func bare(_ source: String) throws -> String {
    String(decoding: try JavaScriptModule(Array(source.utf8)).withoutComments, as: UTF8.self)
  }

  @Test(arguments: [
    ("a; // gone", "a;\n"),
    ("a /* gone */ + b", "a+b\n"),
    ("a/* gone */b", "a b\n"),
    ("/** gone */\nexport const a = 1;", "export const a=1;\n"),
    ("  if (a) {\n    b();   \n  }", "if(a){b()}\n"),
    ("a;\r\n  b; // c\r\n", "a;b;\n"),
    ("", "\n"), ("// only", "\n"),
  ])
  func `comments go, and white space that means nothing`(source: String, expected: String) throws {
    #expect(try bare(source) == expected)
  }

  @Test(arguments: [
    "a\nb", "a()\nb", "a={}\nb", "a\n++b", "a++\nb", "a\n--b", "a\n!b", "a\n~b", "a\n(b)", "a\n[b]",
    "a\n{b}", "a\n+b", "a\n-b", "a\n/b/g", "a\n`b`", "a\n\"b\"", "a\n1", "return\na", "return\n(a)",
    "return\n[a]", "return\n{a}", "return\n-a", "throw\n!a", "break\na", "do{a}\nwhile(b)\nc",
    "if(a)b\nelse c", "class A{a\nb}", "class A{a=1\n*b(){}}", "class A{a\n[b]=1}",
    "class A{get\na(){}}",
    "async\n(a)", "yield\na", "yield\n*a", "let a=b\n/c/.test(d)",
  ])
  func `a line's end stays where a semicolon may be missing before it`(source: String) throws {
    #expect(try bare(source) == source + "\n")
    #expect(
      try bare(source.replacing("\n", with: " // gone\r\n /* and\n gone */ \n")) == source + "\n")
  }

  @Test(arguments: [
    ("a(\nb,\nc\n)", "a(b,c)"), ("a\n.b\n?.c", "a.b?.c"), ("1\n.a", "1 .a"),
    ("a\n  ? b\n  : c", "a?b:c"), ("a\n  ? .5 : b", "a?.5:b"), ("a &&\n!b", "a&&!b"),
    ("a\n|| b", "a||b"), ("a =\nb", "a=b"), ("() =>\na", "()=>a"), ("() => {\na\n}", "()=>{a}"),
    ("[\n...a,\n]", "[...a]"), ("a +\n+b", "a+ +b"), ("a -\n--b", "a- --b"), ("a -\n+b", "a- +b"),
    ("case 1:\na", "case 1:a"), ("return\n;", "return;"),
    ("{\nreturn\n}", "{return}"), ("a\n;[b]", "a;[b]"),
    ("import *\nas a from\n'b'", "import*as a from\n'b'"),
  ])
  func `a line's end goes where no statement can end`(source: String, expected: String) throws {
    #expect(try bare(source) == expected + "\n")
  }

  @Test(arguments: [
    ("{ a; }", "{a}"), ("{ a(); b(); }", "{a();b()}"), ("{ return; }", "{return}"),
    ("{ a = {}; }", "{a={}}"), ("{ a++; }", "{a++}"), ("class A { b; }", "class A{b}"),
    ("{ if (a); }", "{if(a);}"), ("{ while (a); }", "{while(a);}"), ("{ for (;;); }", "{for(;;);}"),
    ("{ for await (a of b); }", "{for await(a of b);}"), ("{ a.if(b); }", "{a.if(b)}"),
    ("{ if (a) b; else; }", "{if(a)b;else;}"), ("{ do; while (a) }", "{do;while(a)}"),
    ("{ a: ; }", "{a:;}"), ("{ ; }", "{;}"), ("{ a;; }", "{a;;}"), ("a; b;", "a;b;"),
    ("[a, ]", "[a]"), ("[a, , ]", "[a,,]"), ("[, ]", "[,]"), ("f(a, )", "f(a)"),
    ("{a, } = b", "{a}=b"), ("import { a, } from 'b'", "import{a}from'b'"),
    ("[';', ',']", "[';',',']"),
  ])
  func `what a closing bracket makes idle goes`(source: String, expected: String) throws {
    #expect(try bare(source) == expected + "\n")
  }

  @Test(arguments: [
    #"const a = "// no comment";"#, #"const a = '/* no comment */';"#,
    #"const a = "a \" // no comment";"#, #"const a = "a \\";"#,
    "const a = `// no comment`;", "const a = `a ${b + `// ${c} /*`} // no comment`;",
    "const a = `\\` // ${1}`;", "const a = `${{ a: `}` }.a} // no comment`;",
    "const a = `\n    indented // no comment\n`;", "const a = `$ { $${b}`;",
    "const a = /[/*] no comment/;", #"const a = /\/\/ no comment/g;"#, "const a = /[\\]/*]/u;",
    "const a = b.map((c) => /'/.test(c));", "if (a) /\"/.test(b);", "while (/'/.test(a)) b();",
    "for await (const a of b) /'/.exec(a);", "const a = [/'/, /\"/];", "const a = {b: /'/};",
    "return /'/;", "typeof /'/;", "a = b ? /'/ : /\"/;", "a && /'/.test(b)", "!/'/.test(a)",
    "const f = () => /'/;",
  ])
  func `what only looks like a comment stays`(source: String) throws {
    let served = try bare(source + " // gone")
    #expect(!served.contains("gone"))
    #expect(try Self.literals(served) == Self.literals(source))
    #expect(Self.squeezed(served) == Self.squeezed(source))
  }

  /// What stands in texts, templates and regular expressions.
  private static func literals(_ source: String) throws -> [String] {
    let bytes = Array(source.utf8)
    return try JavaScriptScanner.tokens(of: bytes)
      .filter { [.text, .template, .regularExpression].contains($0.kind) }
      .map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  private static func squeezed(_ source: String) -> String { source.filter { !$0.isWhitespace } }

  @Test(arguments: [
    "a / b", "a() / b", "(a) / b", "a[0] / b", "1 / b", "1.5e3 / b", "`a` / b", "'a' / b",
    "this / b", "a.return / b", "a?.case / b", "a.if(b) / c", "a++ / b", "a-- / b", "#a in b",
    "this.#if(a) / b", "/a/.source / b", ".5 / b", "1n / b",
  ])
  func `what divides begins no regular expression`(source: String) throws {
    // A quote at the end: were it inside an expression, the rest would be swallowed or doubted.
    let served = try bare(source + " /* ' */ / 'c' // gone")
    #expect(Self.squeezed(served) == Self.squeezed(source + "/'c'"))
  }

  @Test(arguments: [
    ("a + +b", "a+ +b"), ("a - --b", "a- --b"), ("a++ + b", "a++ +b"), ("1 .a", "1 .a"),
    ("a / /b/.c", "a / /b/.c"), ("return -a", "return-a"), ("return \"a\"", "return\"a\""),
    ("case `a` :", "case`a`:"), ("a ? .5 : b", "a?.5:b"), ("a = ! ! b", "a=!!b"),
    ("const { a } = b, [ c ] = d;", "const{a}=b,[c]=d;"), ("a = () => ({ })", "a=()=>({})"),
    ("a < ! b", "a< !b"), ("import * as a from './b.js'", "import*as a from'./b.js'"),
    ("a && -b", "a&&-b"), ("a = - -b", "a=- -b"), ("a < - - b", "a<- -b"), ("a ! -- b", "a! --b"),
    ("'a' in b", "'a'in b"), ("/a/ in b", "/a/ in b"), ("1 in b", "1 in b"),
    ("a instanceof b", "a instanceof b"),
    ("return /a/", "return/a/"), ("static #a = 1", "static #a=1"),
    ("return `a` + b", "return`a`+b"),
  ])
  func `white space stays where without it something else would be read`(
    source: String, expected: String
  ) throws {
    #expect(try bare(source) == expected + "\n")
  }

  @Test(arguments: [
    "if (a) { b } /c/.test(d)", "const a = {} / b;", "const of = 2; of / 3",
    "const a = 'open", "const a = \"line\nend\";", "const a = `open", "const a = `${open`",
    "/* open", "const a = /open", "const a = /line\nend/;", "a)", "(a", "{ ]", "}",
    "const ä = 1;", "const \\u0061 = 1;", "#!/usr/bin/env node\n", "@decorated class A {}",
    "// ends here\u{2028}a", "const a = '\u{2029}';", "a\u{a0}b", "a\u{0}b",
  ])
  func `where it is in doubt it says so instead of guessing`(source: String) {
    #expect(throws: JavaScriptDoubt.self) { try JavaScriptModule(Array(source.utf8)) }
  }

  @Test func `what was understood once stays the same when it is read again`() throws {
    let source = [
      #"import { a } from "./a.js"; // gone"#,
      #"/** gone */"#,
      #"export class B extends a {"#,
      #"  #c = /[/]/g; /* gone */ d = `x ${this.#c /* gone */} y`;"#,
      #"  e(f) { return f / 2 / f; }"#,
      #"}"#,
    ].joined(separator: "\n")
    let once = try bare(source)
    #expect(try bare(once) == once)
    #expect(!once.contains("gone"))
    #expect(once.split(separator: "\n").count == 1)
  }

  @Test func `the modules that are loaded first are found, and nothing else is`() throws {
    let source = [
      #"import "./1.js";"#,
      #"import a from "./2.js";"#,
      #"import * as b from './3.js'"#,
      #"import c, { d as e, default as f } from "./4.js";"#,
      #"import {"#,
      #"  // from "./no.js""#,
      #"  from,"#,
      #"} from "./5.js";"#,
      #"export { g } from "./6.js";"#,
      #"export * from "./7.js""#,
      #"export * as h from "./8.js";"#,
      #"export { a, b }"#,
      #"const i = import("./no.js"), j = import.meta.url, k = { import: "./no.js" };"#,
      #"export const from2 = "./no.js";"#,
      #"export default function from3() { return l.import("./no.js"); }"#,
      #"const text = 'import "./no.js"';"#,
      #"export { k }; const x = [from, "./no.js"];"#,
    ].joined(separator: "\n")
    let found = try JavaScriptModule(Array(source.utf8)).imports
    #expect(found.map(\.specifier) == (1...8).map { "./\($0).js" })
    let bytes = Array(source.utf8)
    for one in found {
      let text = String(decoding: bytes[one.range], as: UTF8.self)
      #expect(text.dropFirst().dropLast() == one.specifier)
    }
  }
}
