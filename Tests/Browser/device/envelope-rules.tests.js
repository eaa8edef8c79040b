import { same, suite } from "../support/harness.js";
import { utf8 } from "../../../Web/grove/encoding/bytes.js";
import { contentTypes } from "../../../Web/grove/message/content/message-content.js";
import { noticeKinds } from "../../../Web/grove/message/content/notice-kinds.js";
import { rings } from "../../../Web/grove/rules/conversations/envelope-rules.js";

const test = suite("for what somebody is woken whose messenger is closed");

/** @param {number} contentType @param {Uint8Array} [content] */
const message = (contentType, content) => ({ messageID: "AA", conversationID: "AA", contentType,
  contents: new Map([["a", content ?? utf8("{}")]]) });

/** @param {{ event: number, trigger: number }} kind */
const notice = (kind) => utf8(JSON.stringify({ v: 1, noticeID: "AwMDAwMDAwMDAwMDAwMDAw",
  audience: "https://docs.example", collaborationID: "c1", at: "1", counter: "1", root: "B".repeat(42) + "A", ...kind }));

test("what people say and share rings, and what devices tell each other does not", () => {
  const { notice: left, ...others } = contentTypes;
  const ringing = Object.entries(others).filter(([, number]) => rings(message(number))).map(([name]) => name);
  same(ringing, ["text", "invitation"]);
});

test("of notices only a mention rings", () => {
  const ringing = Object.entries(noticeKinds)
    .filter(([, kind]) => rings(message(contentTypes.notice, notice(kind)))).map(([name]) => name);
  same(ringing, ["mention"]);
});
