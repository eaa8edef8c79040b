import { noComposing } from "../../../Web/messenger/thread/no-composing.js";
import { same, suite } from "../support/harness.js";
import { nameOf } from "./items.js";

const test = suite("why nothing can be written");

const me = { accountID: "me", isMe: true };
const bob = { accountID: "bob", isMe: false };
const words = (/** @type {any} */ conversation, isRemoved = false) =>
  noComposing({ state: "active", members: [me, bob], ...conversation }, { isRemoved, nameOf });

test("where nobody else is nothing is written to nobody, and where somebody may come soon it is", () => {
  same(words({}), "");
  same(words({ members: [me] }), "Nobody else is here: nobody would read it. You can add people.");
  same(words({ members: [me], state: "pending" }), "", "one that is just beginning");
  same(words({ members: [] }), "", "of which it is not known yet who is in it");
});

test("who is out of a conversation, or not in it yet, reads that and not that they are alone", () => {
  same(words({ members: [me], requestedBy: "bob" }), "Bob added you. What is written from now on comes when you accept.");
  same(words({ members: [bob], state: "left", requestedBy: "bob" }), "You are no longer in this conversation. What was said stays here.");
  same(words({ members: [me], state: "refused" }), "The server did not take this conversation.");
  same(words({ members: [me] }, true), "This browser was removed from your account. You can read what is here, and send nothing.");
});
