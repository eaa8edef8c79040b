import { ask } from "../ui/dialog.js";
import { h, keep, lookOf } from "../ui/dom.js";
import { say } from "../ui/status.js";
import { attempt } from "./dialogs/conversation-details.js";
import { counted, listed } from "./sentences.js";

/**
 * Who wants to talk, above the conversations: nothing they said is shown before the person accepts.
 *
 * @param {import("./app.js").App} app
 * @param {Element} place
 * @param {import("../grove/rules/model/messenger-types.js").ConversationSummary[]} requests
 */
export function drawRequests(app, place, requests) {
  keep(place, requests, ({ conversationID }) => conversationID,
    ({ name, members, requestedBy = "" }) => lookOf([name, members, app.people.name(requestedBy)]), (one) => row(app, one));
}

/**
 * What they ask for: a group by its name, or by who else is in it.
 *
 * @param {Pick<import("../grove/rules/model/messenger-types.js").ConversationSummary, "name" | "members" | "requestedBy">} request
 * @param {string} who asks
 */
export function requestWords({ name, members, requestedBy }, who) {
  if (name) return `${who} added you to “${name}”`;
  const others = members.filter(({ isMe, accountID }) => !isMe && accountID !== requestedBy);
  return others.length === 0 ? `${who} wants to talk to you`
    : `${who} added you to a group with ${listed(others.map((one) => one.name))}`;
}

/**
 * @param {import("./app.js").App} app
 * @param {import("../grove/rules/model/messenger-types.js").ConversationSummary} request
 */
function row(app, { conversationID, name, members, requestedBy = "" }) {
  const { messenger } = app;
  const who = app.people.name(requestedBy);
  const text = requestWords({ name, members, requestedBy }, who);
  const handle = members.find(({ accountID }) => accountID === requestedBy)?.handle;
  const button = (/** @type {string} */ label, /** @type {string} */ look,
    /** @type {() => Promise<unknown>} */ act) => h("button", {
    type: "button", class: `button slim ${look}`, "aria-label": `${label}: ${text}`,
    onclick: act }, label);
  return h("div", { class: "banner", role: "status" },
    h("div", { class: "banner-text long small" }, h("p", null, text),
      h("p", { class: "quiet cut" }, [handle, (name || members.length > 2) && counted(members.length, "person", "people")]
        .filter(Boolean).join(" · "))),
    h("div", { class: "buttons" },
      button("Accept", "primary", async () => {
        if (await attempt(() => messenger.acceptRequest(conversationID))) app.go(conversationID);
      }),
      button("Delete", "plain danger", () =>
        attempt(() => messenger.leave(conversationID), "Deleted")),
      button("Block", "plain danger", () => block(app, requestedBy, who, true))));
}

/**
 * @param {import("./app.js").App} app
 * @param {string} account
 * @param {string} who
 * @param {boolean} [isRequest] this account leaves what they have asked it into
 */
export async function block(app, account, who, isRequest = false) {
  const sure = await ask({ title: `Block ${who}?`, yes: "Block", danger: true,
    text: `${who} can no longer add you to conversations, and nothing ${who} sends reaches you. ` + (isRequest
      ? "They see that you left, and not why." : "They are only told that it was not delivered.") });
  if (!sure) return false;
  return attempt(async () => {
    await app.messenger.block(account);
    say(`${who} is blocked`);
  });
}
