import { decodeBase64URL, encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { ByteReader } from "../../../Web/grove/encoding/byte-reader.js";
import { ByteWriter } from "../../../Web/grove/encoding/byte-writer.js";
import { randomBytes, utf8 } from "../../../Web/grove/encoding/bytes.js";
import { parseDecimal } from "../../../Web/grove/encoding/decimal.js";
import { decodeHex, encodeHex } from "../../../Web/grove/encoding/hex.js";
import { parseAccountLabel, parseCollaborationID } from "../../../Web/grove/encoding/labels.js";
import { Members } from "../../../Web/grove/encoding/json-members.js";
import { encodeJSON, parseJSON } from "../../../Web/grove/encoding/strict-json.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";

const test = suite("encodings of protocol 2");

test("base64url reads back what it wrote, for all lengths", () => {
  for (let count = 0; count < 70; count += 1) {
    const bytes = randomBytes(count);
    same(decodeBase64URL(encodeBase64URL(bytes)), bytes);
  }
  same(encodeBase64URL(new Uint8Array([0xfb, 0xff, 0xfe])), "-__-");
});

test("base64url in any other form is malformed", async () => {
  for (const text of ["A", "AA==", "AA=", "A A", "AB", "AAB", "+/==", "AA\n", "É", "AAAAA", 5, null]) {
    await throwsCode("malformed", () => decodeBase64URL(text), String(text));
  }
});

test("hex is lower case and of even length", async () => {
  same(encodeHex(decodeHex("00ff10")), "00ff10");
  for (const text of ["0", "0F", "gg", " 00", "00\n", "０0"]) {
    await throwsCode("malformed", () => decodeHex(text), text);
  }
});

test("a decimal string is canonical", async () => {
  same(parseDecimal("0"), 0n);
  same(parseDecimal("18446744073709551615"), (1n << 64n) - 1n);
  const wrong = ["", "00", "01", "+1", "-1", " 1", "1 ", "1\n", "1.0", "1e3", "٣", 5, null];
  for (const text of [...wrong, "18446744073709551616", "99999999999999999999999"]) {
    await throwsCode("malformed", () => parseDecimal(text), String(text));
  }
});

test("integers are big-endian and refused where they do not fit", async () => {
  const bytes = new ByteWriter().u8(1).u16(2).u32(3).u64(4n).vec16(utf8("é")).bytes;
  same(encodeHex(bytes), "01000200000003000000000000000400" + "02c3a9");
  const reader = new ByteReader(bytes);
  same([reader.u8(), reader.u16(), reader.u32(), reader.u64()], [1, 2, 3, 4n]);
  same(reader.vec16(), utf8("é"));
  reader.finish();
  await throwsCode("limit_exceeded", () => new ByteWriter().u8(256));
  await throwsCode("limit_exceeded", () => new ByteWriter().u64(1n << 64n));
  await throwsCode("limit_exceeded", () => new ByteWriter().u64(-1n));
  await throwsCode("limit_exceeded", () => new ByteWriter().vec16(new Uint8Array(65_536)));
});

test("a structure that ends too early or too late is malformed", async () => {
  await throwsCode("malformed", () => new ByteReader(new Uint8Array(1)).u16());
  await throwsCode("malformed", () => new ByteReader(new Uint8Array([0, 2, 1])).vec16());
  await throwsCode("malformed", () => new ByteReader(new Uint8Array([255, 255, 255, 255])).vec32());
  await throwsCode("malformed", () => new ByteReader(new Uint8Array(1)).finish());
});

test("JSON of another shape is malformed", async () => {
  const wrong = [
    "", "{", "[1]]", "{} {}", '{"a":"\\ud800"}', '{"\\udc00":1}', "\ufeff{}", "{'a':1}", "[1,]", "nul",
    "[".repeat(65) + "]".repeat(65), "[".repeat(100_000), '["\u0001"]',
  ];
  for (const text of wrong) {
    await throwsCode("malformed", () => parseJSON(utf8(text)), text.slice(0, 20));
  }
  await throwsCode("malformed", () => parseJSON(new Uint8Array([0x22, 0xff, 0x22])));
  holds(parseJSON(utf8("[".repeat(64) + "]".repeat(64))));
  same(parseJSON(utf8('{"a":"\\ud83d\\ude00"}')), { a: "😀" });
});

test("text that others would refuse is not written", async () => {
  await throwsCode("malformed", () => encodeJSON({ text: "\ud800" }));
  await throwsCode("malformed", () => utf8("a\udfff"));
});

test("members are asked for by name and form", async () => {
  const members = new Members(parseJSON(utf8('{"t":"x","n":29.0,"d":"7","z":null,"h":1e400}')));
  same([members.text("t"), members.integer("n"), members.decimal("d")], ["x", 29, 7n]);
  same(members.has("z"), false);
  for (const read of [
    () => members.text("n"), () => members.integer("t"), () => members.decimal("n"),
    () => members.bytes("n"), () => members.text("toString"), () => members.text("absent"),
    () => members.array("t", String), () => members.integer("h"), () => new Members([]),
    () => new Members(null), () => members.identifier("t", 16), () => members.requireVersion(),
  ]) await throwsCode("malformed", read, String(read));
});

test("labels are 1 to 255 bytes", async () => {
  same(parseCollaborationID("doc-7f3a/βήτα"), "doc-7f3a/βήτα");
  same(parseCollaborationID("a\u0000\u202e"), "a\u0000\u202e");
  same(parseAccountLabel("é".repeat(127)), "é".repeat(127));
  for (const text of ["", "é".repeat(128), "\ud800", 5, undefined]) {
    await throwsCode("malformed", () => parseCollaborationID(text), String(text));
    await throwsCode("malformed", () => parseAccountLabel(text), String(text));
  }
});

test("an account label has no character that hides or turns around what a person confirms", async () => {
  const codes = [0, 9, 10, 0x1f, 0x7f, 0x85, 0x9f, 0x61c, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069];
  for (const code of codes) {
    const text = `bob${String.fromCodePoint(code)}@docs.example`;
    await throwsCode("malformed", () => parseAccountLabel(text), String(code));
  }
  same(parseAccountLabel("bob\u00a0\u200b@x"), "bob\u00a0\u200b@x");
});
