import { SigningKey } from "../../../Web/grove/crypto/signing-key.js";
import { utf8 } from "../../../Web/grove/encoding/bytes.js";
import { backoff } from "../../../Web/grove/relay/retry.js";
import { lookUpAccount, lookUpForRecovery } from "../../../Web/grove/relay/account-routes.js";
import { conversation, conversations } from "../../../Web/grove/relay/conversation-routes.js";
import { EventStreamParser } from "../../../Web/grove/relay/event-stream.js";
import { RelayClient } from "../../../Web/grove/relay/relay-client.js";
import { leaveAtRendezvous } from "../../../Web/grove/relay/rendezvous-routes.js";
import { holds, same, suite, throwsCode } from "../support/harness.js";
import { account, device, id } from "../support/people.js";
import { answerOf, problem, relay } from "./support.js";

const test = suite("the relay's client");
const origin = "http://localhost:1";
const credentials = { accountID: id(1, 32), deviceID: id(2), identityKey: await SigningKey.generate() };

/** A client that signs in, with tokens t1, t2, … */
function client(answer, expiresIn = 900) {
  const seen = { tokens: 0 };
  const fetch = relay((asked, body, headers, search) => {
    if (asked === "POST sign-in/challenge") return { challenge: "AAAA", expiresIn: 60 };
    if (asked === "POST sign-in") return { token: `t${(seen.tokens += 1)}`, expiresIn };
    return answer(asked, body, headers, search);
  });
  return { relay: new RelayClient(origin, credentials, fetch), seen };
}

test("a refused token is renewed once, for all who use it", async () => {
  const { relay: one, seen } = client((_, __, { Authorization }) =>
    Authorization === "Bearer t1" ? problem("unauthenticated", 401) : { conversations: [] });
  await Promise.all([conversations(one), conversations(one), conversations(one)]);
  same(seen.tokens, 2);
});

test("every page of a list is read, and a relay that sends its reader back comes to an end", async () => {
  const listed = (/** @type {number} */ n) => ({ conversationID: id(n), members: [], version: "1" });
  const pages = {
    "": { conversations: [listed(1), listed(2)], next: id(2) },
    [`?after=${id(2)}`]: { conversations: [listed(3)], next: id(3) },
    [`?after=${id(3)}`]: { conversations: [listed(4)], next: id(2) },
  };
  const { relay: one } = client((_, __, ___, search) => pages[search]);
  const found = await conversations(one);
  same(found.map(({ conversationID }) => conversationID), [1, 2, 3, 4].map((n) => id(n)));
});

test("every page of a chain is read, and its reader is not sent back", async () => {
  const anna = await account("anna", [await device("a 1")]);
  const asked = [];
  const { relay: one } = client((_, __, ___, search) => {
    asked.push(search);
    // The third sends its reader back.
    const next = { "?from=0": "1", "?from=1": "2", "?from=2": "2" }[search];
    return { ...answerOf(anna), next };
  });
  same((await lookUpAccount(one, anna.id)).statements.length, 3);
  same((await lookUpForRecovery(one, "anna")).statements.length, 3);
  same(asked, ["?from=0", "?from=1", "?from=2", "?from=0", "?from=1", "?from=2"]);
});

test("a token is renewed before it ends", async () => {
  const { relay: one, seen } = client(() => ({ conversations: [] }), 61);
  const now = Date.now;
  try {
    await conversations(one);
    await conversations(one);
    same(seen.tokens, 1);
    Date.now = () => now() + 2000;
    await conversations(one);
    same(seen.tokens, 2);
  } finally {
    Date.now = now;
  }
});

test("an outcome that is not known is asked for again until it is known", async () => {
  const answers = ["outcome_unknown", "unavailable"];
  const bodies = /** @type {unknown[]} */ ([]);
  const { relay: one } = client((_, body) => {
    bodies.push(body);
    const code = answers.shift();
    return code ? problem(code, 503) : { conversations: [] };
  });
  const pauses = /** @type {number[]} */ ([]);
  const pause = async (/** @type {number} */ seconds) => { pauses.push(seconds); };
  await one.signed("conversations", { method: "POST", json: { name: "x" }, pause });
  same(pauses, [1, 2]);
  same(new Set(bodies.map((body) => JSON.stringify(body))).size, 1);
});

test("an outcome that stays unknown is unknown, whatever the relay says meanwhile", async () => {
  let asked = 0;
  const { relay: one } = client(() => problem((asked += 1) === 1 ? "outcome_unknown" : "unavailable", 503));
  const error = await one.signed("conversations", { pause: async () => {} }).catch((thrown) => thrown);
  same([error.problem, error.isTemporary, asked], ["outcome_unknown", true, 4]);
});

test("what carries no identifier is not asked again", async () => {
  let asked = 0;
  const { relay: one } = client(() => {
    asked += 1;
    return problem("outcome_unknown", 503);
  });
  const error = await leaveAtRendezvous(one, "r", new Uint8Array(1)).catch((thrown) => thrown);
  same([error.problem, asked], ["outcome_unknown", 1]);
});

test("a relay that is away is unreachable, and signing in is tried anew", async () => {
  let isAway = true;
  const fetch = relay((asked) => {
    if (isAway) throw new TypeError("failed");
    if (asked === "POST sign-in/challenge") return { challenge: "AAAA", expiresIn: 60 };
    return asked === "POST sign-in" ? { token: "t", expiresIn: 900 } : { conversations: [] };
  });
  const one = new RelayClient(origin, credentials, fetch);
  await throwsCode("relay_unreachable", () => conversations(one));
  isAway = false;
  same(await conversations(one), []);
});

test("every kind of wrong answer has its word", async () => {
  const asking = async (answer) => {
    const { relay: one } = client(() => answer);
    return conversation(one, id(3)).then(() => undefined, (error) => error);
  };
  const refused = await asking(problem("not_a_member", 403));
  same([refused.code, refused.problem, refused.reason, refused.isTemporary],
    ["relay_refused", "not_a_member", "not_a_member", false]);
  const busy = await asking(problem("rate_limited", 429));
  same([busy.code, busy.isTemporary], ["relay_refused", true]);
  same((await asking(new Response("<html>", { status: 502 }))).code, "relay_unreachable");
  same((await asking(new Response("<html>", { status: 404 }))).code, "relay_answer_invalid");
  same((await asking({ conversationID: "short" })).code, "relay_answer_invalid");
  same((await asking(new Response("{"))).code, "relay_answer_invalid");
  same((await asking(problem("handle_taken", 409))).code, "handle_taken");
});

test("events come out the same however their bytes are cut", () => {
  const text = ": here\n\nevent: mailbox\r\nid: 7\r\ndata: {\"a\":\"é\"}\r\n\r\ndata:x\ndata: y\n\n" +
    "event: other\ndata\n\nevent: lost\n\n";
  const bytes = utf8(text);
  const expected = [
    { name: "mailbox", data: '{"a":"é"}' }, { name: "", data: "x\ny" }, { name: "other", data: "" },
  ];
  for (let size = 1; size <= bytes.length; size += 1) {
    const parser = new EventStreamParser();
    const events = [];
    for (let at = 0; at < bytes.length; at += size) {
      events.push(...parser.feed(bytes.subarray(at, at + size)));
    }
    same(events, expected);
  }
});

test("an event without end does not fill the memory", async () => {
  const parser = new EventStreamParser();
  const chunk = utf8("x".repeat(300_000));
  await throwsCode("malformed", async () => {
    for (let count = 0; count < 10; count += 1) parser.feed(chunk);
  });
  const lines = new EventStreamParser();
  const many = utf8("data\n".repeat(100_000));
  await throwsCode("malformed", async () => {
    for (let count = 0; count < 20; count += 1) lines.feed(many);
  });
});

test("an answer larger than any of the relay's is not read to its end", async () => {
  let sent = 0;
  const piece = new Uint8Array(1 << 20);
  const body = new ReadableStream({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(piece);
    },
  });
  const { relay: one } = client(() => new Response(body));
  await throwsCode("relay_answer_invalid", () => one.mailbox("0"));
  holds(sent < 100);
});

test("waiting grows to half a minute, is never nothing, and heeds the relay", () => {
  same([backoff(1, 0), backoff(1, 1)], [125, 250]);
  same([backoff(5, 0), backoff(5, 1)], [2000, 4000]);
  same([backoff(100, 0), backoff(100, 1)], [15_000, 30_000]);
  same(backoff(1, 1, 7), 7000);
});

test("the mailbox stream gives events and says when it breaks", async () => {
  const event = (sequence) => `event: mailbox\ndata: ${JSON.stringify({
    sequence: String(sequence), receivedAt: "1", account: { accountID: id(4, 32), seq: "3" },
  })}\n\n`;
  let from = "";
  const { relay: one } = client((asked, _, headers) => {
    same(asked, "GET mailbox/stream");
    from = headers["Last-Event-ID"];
    return new Response(`: heartbeat\n\n${event(8)}event: strange\ndata: 1\n\n${event(9)}`);
  });
  let isOpen = false;
  const got = [];
  await throwsCode("relay_unreachable", async () => {
    const stream = one.mailboxStream("7", new AbortController().signal, () => (isOpen = true));
    for await (const { sequence } of stream) got.push(sequence);
  });
  same([from, isOpen, got], ["7", true, [8n, 9n]]);
  holds(got.length === 2);
});
