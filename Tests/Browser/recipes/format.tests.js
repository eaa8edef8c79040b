import { holds, same, suite } from "../support/harness.js";
import { fromBase64URL, toBase64URL } from "../../../Web/recipes/log/base64url.js";
import { readSnapshot, stretches, writeSnapshot } from "../../../Web/recipes/log/snapshot-format.js";
import {
  readUpdate, writeComment, writeField, writeLive,
} from "../../../Web/recipes/log/update-format.js";

const test = suite("recipes: what the log holds");
const bytes = (text) => new TextEncoder().encode(text);

test("bytes survive base64url, which has no padding", () => {
  for (let length = 0; length < 70; length += 1) {
    const given = Uint8Array.from({ length }, (_, index) => (index * 251) & 255);
    const text = toBase64URL(given);
    holds(/^[\w-]*$/.test(text), text);
    same(fromBase64URL(text), given);
  }
});

test("bytes without a tag are a line of text, as programs append them", () => {
  same(readUpdate("edit", bytes("A pinch of salt. — Charlie")),
    { type: "line", text: "A pinch of salt. — Charlie" });
  same(readUpdate("edit", bytes("\tindented")), { type: "line", text: "\tindented" });
});

test("a comment carries its mentions, and one in plain text is read as well", () => {
  const mentions = [{ root: "r1", name: "Charlie" }];
  same(readUpdate("comment", writeComment("Look, @Charlie", mentions)),
    { type: "comment", text: "Look, @Charlie", mentions });
  same(readUpdate("comment", bytes("Nice")), { type: "comment", text: "Nice", mentions: [] });
});

test("updates of the fields come back as they were written", () => {
  same(readUpdate("edit", writeLive(Uint8Array.of(1, 2, 3))),
    { type: "live", bytes: Uint8Array.of(1, 2, 3) });
  same(readUpdate("edit", writeField("steps", "Stir.", 7)),
    { type: "field", field: "steps", text: "Stir.", base: 7 });
});

test("somebody who may only comment cannot change the recipe by calling it a comment", () => {
  same(readUpdate("comment", writeLive(Uint8Array.of(1))).type, "unknown");
  same(readUpdate("comment", writeField("steps", "Stir.", 0)).type, "unknown");
});

test("what cannot be read is unknown and harms nothing", () => {
  const odd = [
    [], [0], [4], [31, 65], [2, 255], [0xff, 0xfe], [3, ...bytes("{}")], [3, ...bytes("null")],
    [3, ...bytes('{"field":"title","text":"","base":0}')],
    [3, ...bytes('{"field":"steps","text":"","base":"0"}')],
  ];
  for (const one of odd) same(readUpdate("edit", Uint8Array.from(one)).type, "unknown");
  for (const text of ["null", "[]", '{"text":1}', "{"]) {
    same(readUpdate("comment", Uint8Array.from([2, ...bytes(text)])).type, "unknown");
  }
  same(readUpdate("comment", Uint8Array.from([2, ...bytes('{"text":"a","mentions":[1,{}]}')])),
    { type: "comment", text: "a", mentions: [] });
});

test("a snapshot comes back as it was written, and one of another form is not believed", () => {
  const summary = { kind: "live", state: Uint8Array.of(9), entries: [3, 17] };
  same(readSnapshot(writeSnapshot(/** @type {any} */ (summary))), summary);
  const odd = ["", "{}", '{"v":2,"kind":"live","state":"","entries":[]}',
    '{"v":1,"kind":"live","state":"","entries":[0]}', '{"v":1,"kind":"x","state":"","entries":[]}'];
  for (const text of odd) same(readSnapshot(bytes(text)), undefined);
});

test("entries far apart are asked for one by one, neighbours together, never too many at once", () => {
  same(stretches([]), []);
  same(stretches([3]), [{ after: 2, limit: 1 }]);
  same(stretches([3, 4, 50, 900]), [{ after: 2, limit: 48 }, { after: 899, limit: 1 }]);
  const many = Array.from({ length: 2000 }, (_, index) => index + 1);
  const found = stretches(many);
  holds(found.every(({ limit }) => limit <= 500));
  same(found.reduce((sum, { limit }) => sum + limit, 0), 2000);
});
