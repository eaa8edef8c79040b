import { askingWords, doneWords, failedWords } from "./documents-changed.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./document-choices.js").OwnDocument} OwnDocument */

/**
 * Who comes into a conversation or goes, and what of the person's documents they get or lose with that.
 *
 * @typedef {object} PeopleChange
 * @property {string} conversationID
 * @property {string[]} people accounts
 * @property {"gains" | "loses"} side what happens to them
 * @property {OwnDocument[]} chosen what they get, or lose
 * @property {OwnDocument[]} others what stays as it is: it is not asked about again
 * @property {boolean} [keepsElsewhere] they keep what other conversations give them
 * @property {() => Promise<void>} change of the conversation
 */

/**
 * Changes who is in a conversation, and the documents that were ticked: given after it, because they are sent there, and
 * taken before it, because who has gone can be told nothing there. Where an app that has to be asked cannot be opened,
 * nothing is changed at all. Call it in a click.
 *
 * @param {App} app
 * @param {PeopleChange} wanted
 * @param {{ signal: AbortSignal, say: (words: string) => void }} dialog `signal`: it was closed; `say`: what the
 *   person has to do meanwhile
 * @returns {Promise<string>} what is left to say; empty where everything was done
 */
export async function changePeople(app, wanted, dialog) {
  const { announce, withApps } = await import("../share/send-draft.js");
  // Without a connection nobody comes or goes yet: about the documents they are asked when it has happened.
  const isConnected = wanted.chosen.length === 0 || await comesOnline(app);
  const chosen = isConnected ? wanted.chosen : [];
  const origins = chosen.map(({ collaboration }) => collaboration.audience);
  if (chosen.length > 0) dialog.say(askingWords(app, origins));
  try {
    const words = await withApps(app, origins, (asked) =>
      carryOut(app, { ...wanted, chosen }, dialog.signal, (documents) => announce(asked, documents)),
      chosen.map(({ collaboration }) => collaboration));
    return words || (isConnected ? "" : "About your documents you are asked once there is a connection.");
  } finally {
    dialog.say("");
  }
}

/**
 * Milliseconds that a connection which has broken off takes at most to come back; else there is none. After a click
 * browsers open windows for five seconds (HTML, transient activation).
 */
const patience = 4000;

/**
 * @param {App} app
 * @returns {Promise<boolean>} whether it is connected, now or in a moment
 */
const comesOnline = (app) => new Promise((resolve) => {
  const end = () => {
    clearTimeout(timer);
    app.messenger.removeEventListener("connection", look);
    resolve(app.isOnline);
  };
  const look = () => void (app.isOnline && end());
  const timer = setTimeout(end, patience);
  app.messenger.addEventListener("connection", look);
  look();
});

/** What to say where nobody came or went, and no app has done anything yet. */
const takenBack = "Taken back: nothing was changed.";

/**
 * @typedef {(documents: { collaboration: import("../../grove/rules/model/sharing-types.js").CollaborationKey }[]) => void} Announce
 *
 * @param {App} app
 * @param {PeopleChange} wanted
 * @param {AbortSignal} signal
 * @param {Announce} announce
 */
async function carryOut({ sharing }, wanted, signal, announce) {
  const { conversationID, people, side, chosen, others, change } = wanted;
  if (signal.aborted) return takenBack;
  const changeConversation = () => sharing.declineMembership(conversationID, others.map(({ collaboration }) =>
    ({ collaboration, gains: [], loses: [], [side]: people })), change);
  if (side === "loses" && chosen.length > 0) {
    const words = await takeAway(sharing, wanted, signal, announce);
    // Whatever became of the documents, they go: what is left is offered again.
    if (words !== takenBack) await changeConversation();
    return words;
  }
  await changeConversation();
  return chosen.length > 0 ? give(sharing, wanted, signal, announce) : "";
}

/**
 * @param {App["sharing"]} sharing
 * @param {PeopleChange} wanted
 * @param {AbortSignal} signal
 * @param {Announce} announce
 */
async function takeAway(sharing, { conversationID, people, chosen, keepsElsewhere }, signal, announce) {
  // What was broken off before goes first: the same document is not changed twice at a time.
  await sharing.settled();
  announce(chosen);
  const results = await sharing.takeAway(conversationID, chosen, { people, keepsElsewhere }, signal);
  const isNothing = results.every(({ result }) => result.outcome === "failed");
  return signal.aborted && isNothing ? takenBack : failedWords(results, chosen.length, signal.aborted) || doneWords(results);
}

/**
 * @param {App["sharing"]} sharing
 * @param {PeopleChange} wanted
 * @param {AbortSignal} signal
 * @param {Announce} announce
 */
async function give(sharing, { conversationID, people, chosen }, signal, announce) {
  const [offer] = await sharing.membershipOffers(conversationID);
  const documents = (offer?.documents ?? []).flatMap((one) => {
    const { audience, collaborationID } = one.collaboration;
    const isChosen = chosen.some(({ collaboration }) =>
      collaboration.audience === audience && collaboration.collaborationID === collaborationID);
    const gains = one.gains.filter((account) => people.includes(account));
    return isChosen && gains.length > 0 ? [{ ...one, gains, loses: [] }] : [];
  });
  // Nobody gains anything: they had it already, or another device of this person was faster.
  if (documents.length === 0) return "";
  await sharing.settled();
  announce(documents);
  const results = await sharing.applyMembership({ ...offer, documents }, signal);
  return failedWords(results, documents.length, signal.aborted) || doneWords(results);
}
