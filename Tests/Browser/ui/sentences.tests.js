import { holds, note, same, suite } from "../support/harness.js";
import { load } from "../support/environment.js";
import {
  connectionSentence, deliverySentence, errorSentence, listed, problemSentence, problems, sizeText,
} from "../../../Web/messenger/sentences.js";
import { offerWords } from "../../../Web/messenger/thread/banners.js";
import { foldedWords } from "../../../Web/messenger/thread/folded-news.js";
import { nameOf } from "./items.js";

const test = suite("words on screens");

test("every code of the messenger has a sentence", async () => {
  const source = (await load("Web/grove/rules/model/messenger-error.js")) ?? "";
  // The codes stand in a comment; what people are served has none.
  if (source && !source.includes("/**")) return note("codes and sentences were not compared: no comments");
  const type = /@typedef \{([\s\S]*?)\} MessengerErrorCode/.exec(source)?.[1] ?? "";
  const codes = [...type.matchAll(/"([a-z_]+)"/g)].map(([, code]) => code);
  holds(codes.length > 20);
  for (const code of codes.filter((one) => one !== "no_device")) {
    holds(code in problems, code);
  }
});

test("a reason nobody has words for is told without its code", () =>
  same(problemSentence("too_blue"), "The server refused it."));

test("the relay's own reason is told before the general one", () =>
  same(errorSentence({ code: "relay_refused", problem: "rate_limited" }),
    "That was too much at once. Wait a moment, then try again."));

test("an error of another kind is told without its inside", () =>
  same(errorSentence(new TypeError("secret")), "Something went wrong here. Try again."));

test("how far a message came is told in words", () => {
  same(deliverySentence({ state: "queued" }, true), "Sending…");
  same(deliverySentence({ state: "queued" }, false), "Waiting for a connection");
  same(deliverySentence({ state: "queued" }, false, true), "Not sent. This browser was removed from your account.");
  same(deliverySentence({ state: "delivered" }, false), "Delivered");
  same(deliverySentence({ state: "failed", reason: "not_a_member" }, true),
    "Not sent. You are no longer in this conversation.");
});

test("the connection says how much waits", () => {
  same(connectionSentence("online", 0), "Connected");
  same(connectionSentence("offline", 2), "Offline · 2 waiting");
});

test("people are listed as one would say it", () => {
  same([[], ["A"], ["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"]].map((names) => listed(names)),
    ["nobody", "A", "A and B", "A, B and C", "A, B and 2 others"]);
});

test("sizes are told in the unit that fits", () =>
  same([0, 999, 1000, 999_499, 999_500, 26_214_400].map(sizeText),
    ["0 bytes", "999 bytes", "1 kB", "999 kB", "1.0 MB", "26.2 MB"]));

test("an offer says who gains and who loses what", () => {
  const document = (/** @type {string[]} */ gains, /** @type {string[]} */ loses) =>
    ({ collaboration: { audience: "", collaborationID: "" }, title: "Tart", gains, loses });
  const words = (/** @type {any[]} */ documents) =>
    offerWords({ conversationID: "c", version: 1, documents }, nameOf);
  same(words([document(["ann"], [])]), "Ann would gain access to “Tart”.");
  same(words([document(["ann"], ["bob"]), document(["ann"], [])]),
    "Ann would gain access to 2 documents, and Bob would lose it.");
});

test("who left a document is not said to have it still", () => {
  const documents = [{ collaboration: { audience: "", collaborationID: "" }, title: "Tart", gains: [], loses: ["ann", "bob"],
    left: ["bob"] }];
  const words = (/** @type {any[]} */ of) => offerWords({ conversationID: "c", version: 1, documents: of }, nameOf);
  same(words(documents), "Ann would lose access to “Tart”. Bob left it and could come back.");
  same(words([{ ...documents[0], loses: ["bob"] }]), "Bob left “Tart” and could come back.");
});

test("one line says for several strips how many there are, and that one of them means its reader", () => {
  const words = (/** @type {number} */ questions, /** @type {number} */ news, isMentioned = false) =>
    foldedWords({ questions, news, isMentioned });
  same([words(0, 3), words(0, 2, true), words(2, 0), words(1, 1), words(3, 2, true)], ["3 documents have news",
    "2 documents have news. You are mentioned", "2 questions about documents", "A question, and news of 1 document",
    "3 questions, and news of 2 documents. You are mentioned"]);
});
