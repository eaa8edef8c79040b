import { originOfLink, parseOrigin } from "../../../Web/grove/encoding/origin.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";

const test = suite("origins of protocol 2.7");

const canonical = [
  "https://docs.example", "https://docs.example:8443", "https://a",
  "https://xn--bcher-kva.example", "https://127.0.0.1", "https://192.0.2.1:1",
  "https://[2001:db8::1]", "https://[::]", "https://[1:0:0:2::3]",
  "https://[::ffff:c000:201]:65535", "https://1.example", "https://a-b.c-d", "http://localhost",
  "http://localhost:8080", "http://127.0.0.1:443", "http://[::1]", "http://[::1]:3000",
  "https://localhost:80", "https://0x.example",
];

const refusedOrigins = [
  "", "https", "https:", "https:/", "https://", "https:///", "docs.example", "//docs.example",
  "https://docs.example/", "https://docs.example/x", "https://docs.example?x",
  "https://docs.example#x", "HTTPS://docs.example", "https://Docs.example",
  "https://docs.example:443", "https://docs.example:", "https://docs.example:0",
  "https://docs.example:065", "https://docs.example:65536", "https://docs.example:+1",
  "https://docs.example:8a", "https://docs.example:80:80", "https://user@docs.example",
  "https://user:pw@docs.example", "https://docs..example", "https://.docs.example",
  "https://docs.example.", "https://-docs.example", "https://docs-.example",
  "https://docs_x.example", "https://bücher.example", "https://docs.example ",
  " https://docs.example", "https://docs.exam\tple", "https://docs.exam%70le",
  "https://docs.example\\x", "https://docs,example", "https://127.0.0.01", "https://127.0.0",
  "https://256.0.0.1", "https://1", "https://0x7f000001", "https://1.2.3.4.5", "https://a.1",
  "https://[::1", "https://::1", "https://[::1]x", "https://[]", "https://[0::1]",
  "https://[::0001]", "https://[::A]", "https://[1::2::3]", "https://[1:2:3:4:5:6:7]",
  "https://[1:2:3:4:5:6:7:8:9]", "https://[::ffff:192.0.2.1]", "https://[fe80::1%251]",
  "https://[:::]", "https://[1:0:2:3:4:5:6:7]x", "https://[1::2:3:4:5:6:7]", "http://docs.example",
  "http://localhost:80", "http://127.0.0.2", "http://[::2]", "http://localhost.example",
  "ftp://docs.example", "file:///etc/passwd", "javascript://docs.example", "https//docs.example",
  "https://[:1]", "null",
];

const links = [
  ["HTTPS://Docs.Example/D/1", "https://docs.example"],
  ["https://docs.example:443/x", "https://docs.example"],
  ["https://docs.example:8443?y", "https://docs.example:8443"],
  ["http://LOCALHOST:80/", "http://localhost"],
  ["https://docs.example#@evil.example", "https://docs.example"],
  ["https://docs.example/@evil.example", "https://docs.example"],
  ["https://docs.example?u=https://evil.example", "https://docs.example"],
  ["https://docs.example/d/é", "https://docs.example"],
  ["https://[2001:DB8::1]/x", "https://[2001:db8::1]"],
];

const refusedLinks = [
  "https://docs.example@evil.example/", "https://docs.example\\@evil.example/",
  "https://docs.example:8443@evil.example/", "https://docs.exa\nmple/", "https://docs.example/a b",
  "https:docs.example", "https:/docs.example/", "https:\\\\docs.example", "http://docs.example/d",
  "https://doc%73.example/", "https://bücher.example/", "https://docs.example\u3002evil/",
  "mailto:a@b", "https://docs.example\u0000/", "/d/1", "", "https://", "https://?",
  "data:text/html,x", "https:///x", "https://docs.example\u007f", "x:", "https://docs。example/",
];

test("the serialisation of an origin is taken as it is, and is what the browser makes of it", () => {
  for (const text of canonical) {
    same(parseOrigin(text), text);
    same(originOfLink(`${text}/d/8Zk?x=1#f`), text);
    same(new URL(text).origin, text);
  }
});

test("anything else is malformed", async () => {
  for (const text of refusedOrigins) await throwsCode("malformed", () => parseOrigin(text), text);
  for (const value of [undefined, null, 5, {}]) {
    await throwsCode("malformed", () => parseOrigin(value), String(value));
  }
});

test("the origin of a link is lowered and loses its scheme's own port", () => {
  for (const [link, origin] of links) same(originOfLink(link), origin);
});

test("a link whose host could be read in two ways is malformed", async () => {
  for (const link of refusedLinks) await throwsCode("malformed", () => originOfLink(link), link);
});

test("a link made of any parts has the origin that the browser opens, or none", () => {
  const parts = [
    "https", "http", "://", ":", "/", "@", "[", "]", "::1", "::", "1", "0", "ff", ".", "localhost",
    "127.0.0.1", "docs", "example", "-", "\\", "?", "#", "443", "80", "%41", "é",
  ];
  let found = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const count = Math.floor(Math.random() * 7);
    const any = () => parts[Math.floor(Math.random() * parts.length)];
    const link = (Math.random() < 0.7 ? "https://" : "") + Array.from({ length: count }, any).join("");
    let origin;
    try {
      origin = originOfLink(link);
    } catch {
      continue;
    }
    found += 1;
    same(parseOrigin(origin), origin);
    same(new URL(link).origin, origin);
  }
  holds(found > 200);
});

test("a host name is at most 253 bytes of labels of at most 63", async () => {
  const label = "a".repeat(63);
  parseOrigin(`https://${label}.${label}.${label}.${"b".repeat(61)}`);
  await throwsCode("malformed", () => parseOrigin(`https://${label}a.example`));
  const long = `https://${label}.${label}.${label}.${"b".repeat(62)}`;
  await throwsCode("malformed", () => parseOrigin(long));
});
