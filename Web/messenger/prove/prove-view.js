import { endingSentence } from "../../grove/rules/invitations/ending-sentences.js";
import { switchRow } from "../../ui/choices.js";
import { fill, h } from "../../ui/dom.js";
import { hostOf, waitingFor } from "../sentences.js";
import { tell } from "../share/window-message.js";
import { appWords, newsWords, otherThanBefore, shownAccount } from "./app-words.js";
import { smallPhoto } from "./small-photo.js";

/** @typedef {import("../../grove/rules/model/sharing-types.js").AccountQuestion} AccountQuestion */
/** @typedef {import("../../grove/bridge/app-window.js").ProveRequest} ProveRequest */
/**
 * @typedef {import("../../grove/bridge/redirect-request.js").RedirectedRequest} RedirectedRequest
 */

/** @type {Record<string, string>} */
const refusals = {
  no_invitation: "Nobody has invited you to this document here. Ask whoever sent you the link to " +
    "share it with you, or ask for access in the app.",
  raw_proofs_off: "The app asks in a way that is turned off here.",
  account_not_confirmed: "You did not allow it. The app was told nothing.",
};

/**
 * An app asks this person to prove that they were invited. Nothing is told to it before they agree
 * (protocol 13.3).
 *
 * @param {import("../share/window-page.js").WindowApp} app
 * @param {ProveRequest | RedirectedRequest} request
 * @returns {Promise<boolean>} whether nothing is left for the person to read here
 */
export async function proveRequest(app, request) {
  fill(app.box, h("p", { class: "quiet", role: "status" }, "One moment…"));
  const { origin: audience, collaborationID } = request;
  const highlight = await app.sharing.highlight({ audience, collaborationID });
  const isMine = highlight?.sender === app.messenger.me.accountID;
  let name = app.messenger.me.name;
  /** @type {string | undefined} where it leads in this tab */
  let toSignIn;
  const signIn = () => {
    toSignIn = request.tell({ code: "signs_in" }) ?? undefined;
  };
  const ask = async (/** @type {AccountQuestion} */ asked) => {
    const [{ card, title }] = await app.sharing.documentStates([{ audience, collaborationID }]);
    // As it is called now.
    const question = { ...asked, title: title ?? asked.title };
    if (question.hasLeft && !(await joinAgain(app.box, question.title))) return false;
    // That it is their account they have said before, and one question is enough.
    if (question.hasLeft && question.isConfirmed) return true;
    const notices = await noticeChoice(app.sharing, audience);
    const sharer = await sharerOf(app, highlight?.sender);
    const known = { appName: card?.appName, isMine, sharer, notices: notices.field, accountName: request.accountName, signIn };
    if (!question.isNew) {
      return (await consent(app.box, question, known)) && notices.keep();
    }
    const { entryConsent } = await import("./entry-consent.js");
    const answer = await entryConsent(app.box, question, { name, ...known });
    name = answer ?? name;
    return answer !== undefined && notices.keep();
  };
  const result = await request.answer(app.sharing, ask,
    () => smallPhoto(app.messenger, highlight?.conversationID), () => name);
  const { address } = /** @type {{ address?: string }} */ (result);
  if (result.ok) {
    // The person looks at it now, if the app asks for nothing more.
    await app.sharing.clearOpened({ audience, collaborationID }, { isFirst: true });
    if (address) location.replace(address);
    fill(app.box, h("p", { role: "status" }, address ? "Opening…" : "Done. You can go back to the app."));
    return true;
  }
  const back = () => (address ? location.replace(toSignIn ?? address) : window.close());
  const awaited = (await app.sharing.awaitedDocuments()).find((one) =>
    one.audience === audience && one.collaborationID === collaborationID);
  if (awaited && ["device_not_in_identity", "no_invitation"].includes(result.refusal)) {
    const sharer = await sharerOf(app, awaited.inviter);
    tell(`“${awaited.title}” is not open to this browser yet`, `It was shared before this browser was one of your devices. `
      + `${waitingFor(sharer)} Until then it opens on your other device.`,
    [h("button", { type: "button", class: "button primary", onclick: back }, "Close")]);
    return false;
  }
  // What the app is told it says itself, where the person goes on.
  const isSaidThere = address && result.isTold && result.refusal === "no_invitation";
  if (result.refusal === "account_not_confirmed" || isSaidThere) back();
  await notOpened(app, request, result, back);
  return false;
}

/**
 * @param {import("../share/window-page.js").WindowApp} app
 * @param {ProveRequest | RedirectedRequest} request
 * @param {{ refusal: string, isTold: boolean }} result
 * @param {() => void} back to the app, which is told nothing more
 */
async function notOpened({ sharing }, request, { refusal, isTold }, back) {
  const { origin: audience, collaborationID } = request;
  const [{ title, ending }] = await sharing.documentStates([{ audience, collaborationID }]);
  const wasInvited = title !== undefined && refusal === "no_invitation";
  const sentence = wasInvited ? endingSentence(title, ending) : refusals[refusal] ?? "That did not work.";
  const close = (look = "") => h("button", { type: "button", class: `button ${look}`, onclick: back }, "Close");
  if (!wasInvited || isTold) return tell("Not opened", sentence, [close("primary")]);
  const sayThere = h("button", { type: "button", class: "button primary", onclick: () => {
    const to = request.tell({ code: "no_invitation", ending: ending ?? "refused" });
    if (to) location.replace(to);
    else window.close();
  } }, "Say so there, too");
  tell("Not opened", sentence, [close(), sayThere], untoldWords(audience));
}

/** @param {string} audience @returns {string} to whoever was invited, and has not let the app in */
const untoldWords = (audience) => `${hostOf(audience)} was told nothing, and may offer you to ask for access. If you `
  + "have it said there, too, it learns that you were invited and what became of it, and nothing else.";

/**
 * @param {import("../share/window-page.js").WindowApp} app
 * @param {string} [account] who sent the invitation
 * @returns {Promise<string>} by name; "Somebody" where the relay says none now
 */
async function sharerOf(app, account) {
  if (!account) return "Somebody";
  await app.people.ask(account).catch(() => {});
  return app.people.name(account);
}

/**
 * Whether the app's server may tell this browser what others do: asked with everything else that the app
 * learns (protocol 12.8).
 *
 * @param {import("../../grove/sharing/sharing.js").Sharing} sharing
 * @param {string} audience
 */
async function noticeChoice(sharing, audience) {
  let isWanted = await sharing.hasServerNotices(audience);
  const field = switchRow({
    title: "Tell me here what others do", checked: isWanted,
    detail: newsWords(audience),
    onchange: (checked) => { isWanted = checked; },
  });
  // Where the relay is away the addresses end another time; nothing that comes to them is shown from now on.
  const keep = () => sharing.setServerNotices(audience, isWanted).then(() => true, () => true);
  return { field, keep };
}

/**
 * @param {HTMLElement} box
 * @param {AccountQuestion} question
 * @param {{ appName?: string, isMine: boolean, sharer: string, notices: Node, accountName?: string }} known `appName`: of its
 *   card; `isMine`: this person shared the document; `sharer`: who shared it; `notices`: what the person chooses about them;
 *   `accountName`: how the app calls who has the account
 * @returns {Promise<boolean>}
 */
export const consent = (box, { audience, account, previous, title }, { appName, isMine, sharer, notices, accountName }) =>
  new Promise((resolve) => {
  const where = hostOf(audience);
  const shown = shownAccount(account, accountName);
  const heading = h("h1", { tabindex: "-1" }, isMine ? `Are you ${shown}?`
    : `Open “${title}” as ${shown}?`);
  fill(box, heading,
    !isMine && h("p", null, sharedLine(sharer, title)),
    h("p", null, isMine
      ? ["It is shared in ", ...appWords(audience, appName), ". If this is your account, the people you shared it with " +
        "see you there by your name and can mention you."]
      : [...appWords(audience, appName), " wants to know that you were invited. If you allow it, your " +
        "invitation is bound to this account and to no other."]),
    h("dl", { class: "facts" },
      fact("Document", title), fact("App", audience), fact(`Your account at ${where}`, shown)),
    notices,
    previous && h("p", { class: "note warning" }, otherThanBefore(previous)),
    h("details", null, h("summary", null, "Not you?"),
      h("p", { class: "small" },
        `Press Cancel. Then sign out at ${where} and open the document again: with your own account, ` +
        "or without one. If you are not signed in there at all, somebody may be trying to put " +
        "your invitation on their account."),
      shown !== account && h("p", { class: "small" }, `Whoever runs ${where} finds this account as ${account}.`)),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button", onclick: () => resolve(false) }, "Cancel"),
      h("button", { type: "button", class: "button primary", onclick: () => {
        fill(box, h("p", { role: "status" }, "Opening…"));
        resolve(true);
      } }, "Allow")));
  heading.focus();
});

/** @param {HTMLElement} box @param {string} title @returns {Promise<boolean>} */
const joinAgain = (box, title) => new Promise((resolve) => {
  const heading = h("h1", { tabindex: "-1" }, `You left “${title}”. Join again?`);
  fill(box, heading, h("p", null, "The others are told that you are in it again."),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button", onclick: () => resolve(false) }, "Cancel"),
      h("button", { type: "button", class: "button primary", onclick: () => {
        fill(box, h("p", { role: "status" }, "Opening…"));
        resolve(true);
      } }, "Join again")));
  heading.focus();
});

/** @param {string} sharer @param {string} title @returns {string} which only the person's own messenger can say */
export const sharedLine = (sharer, title) => `${sharer} shared “${title}” with you.`;

/** @param {string} name @param {string} value */
const fact = (name, value) => h("div", null, h("dt", null, name), h("dd", null, value));
