import { keepPicture } from "./group-picture.js";
import { codeOf } from "../server/problem.js";
import { endingWords, isEnding } from "./endings.js";

/** @typedef {import("../../grove/bridge/messenger-window.js").MessengerWindow} MessengerWindow */
/** @typedef {import("./nouns.js").Noun} Noun */

/**
 * @typedef {{ documentID: string, root: string }} Granted
 * @typedef {object} Prover the app's server, to somebody with an account or to nobody yet
 * @property {(id: string) => Promise<{ challenge: string, account: string }>} challenge
 * @property {(id: string, proof: object, person?: Shown) => Promise<Granted>} prove
 * @property {(account: string) => Promise<{ accountName?: string }>} [accountName] for the messenger to show
 * @property {() => Promise<string | undefined>} [pushKey]
 * @property {(id: string, address: object) => Promise<void>} [putNoticeAddress]
 * @typedef {{ name?: string, born?: unknown }} Shown what the messenger shows of somebody who is not signed in: how they are
 *   called, and identities of which an account of theirs was born
 * @typedef {"not_invited" | "taken_away" | "already_bound" | "bound_by_replacement" | "signs_in" | "declined"
 *   | "not_done"} NoAccess
 *   `bound_by_replacement`: another account has it, and a new one, or the one they are in, may take it over; `signs_in`: they
 *   shared it and want to sign in; `declined`: they did not want to, or closed the messenger
 * @typedef {{ photo?: string, notices?: unknown }} CameWithProof a picture of the conversation, and where the messenger is to
 *   be told
 * @typedef {{ ok: false, reason: NoAccess, sentence: string, ending?: import("./endings.js").Ending, came?: CameWithProof }}
 *   NotOpened `ending`: what became of it, where the messenger was told; `came`: with a proof that is another account's
 */

/** Invitations of one person that are tried: they may have been invited more than once. */
export const attempts = 5;

/**
 * Opens a shared document: the server's challenge, the messenger's proof, access (design 3, step 8).
 * A root that the server does not know any more is named, and the next invitation is tried.
 *
 * @param {Prover} server
 * @param {MessengerWindow} messenger opened by the person's click
 * @param {string} collaborationID
 * @param {Noun} [noun]
 * @returns {Promise<{ ok: true, value: Granted } | NotOpened>}
 * @throws {import("../server/problem.js").Problem} what has nothing to do with the invitation
 */
export async function openWithMessenger(server, messenger, collaborationID, noun = "recipe") {
  /** @type {string[]} */
  const refused = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { challenge, account } = await server.challenge(collaborationID);
    const pushKey = await server.pushKey?.().catch(() => undefined);
    const name = await server.accountName?.(account);
    const answer = await messenger.prove({ collaborationID, challenge, account, ...name, refused, pushKey });
    if (!answer.ok) return noProof(answer, refused.length > 0, noun);
    const outcome = await submit(server, collaborationID, answer.proof, answer);
    if (outcome.ok) {
      await keepWith(server, collaborationID, answer);
      return outcome;
    }
    if (outcome.reason !== "try_again") return { ...outcome, reason: outcome.reason, came: answer };
    if (outcome.isRefused) refused.push(answer.root);
  }
  return noProof({ reason: "refused", sentence: "" }, true, noun);
}

/**
 * The app's server to somebody who is in an account, and cannot reach the other one that their invitation is in use with:
 * a proof takes it over (protocol 8.9.5.1).
 *
 * @param {import("../server/app-server.js").AppServer} server
 * @returns {Prover}
 */
export function takingOver({ challenge, takeOver, accountName, pushKey, putNoticeAddress }) {
  return { challenge, prove: takeOver, accountName, pushKey, putNoticeAddress };
}

/**
 * What comes with a proof that counted.
 *
 * @param {Prover} server
 * @param {string} collaborationID
 * @param {CameWithProof} answer
 */
export async function keepWith(server, collaborationID, { photo, notices }) {
  keepPicture(collaborationID, photo);
  // Without it this person hears nothing by itself; access does not depend on it.
  if (notices) await server.putNoticeAddress?.(collaborationID, /** @type {object} */ (notices)).catch(() => {});
}

/** What stands above it. */
export const takenAwayHeading = "It is not shared with you any more";

/** @param {Noun} noun @returns {string} to somebody who was invited and is so no more */
const takenAway = (noun) => `This ${noun} is not shared with you any more: you were taken out of it, or it is not `
  + "shared at all now. Ask whoever shared it, in your conversation.";

/**
 * The messenger may have told its person that it is over, and tells an app that they have not let in by their click only; or
 * they have said no.
 */
export const notOpened = "It was not opened. What was deleted, or is not shared any more, opens for nobody with this link.";

/**
 * @param {{ reason: string, code?: string, ending?: string, sentence: string }} answer
 * @param {boolean} wasRefused
 * @param {Noun} noun
 * @returns {NotOpened}
 */
export function noProof({ reason, code, ending, sentence }, wasRefused, noun) {
  if (isEnding(ending)) return { ok: false, reason: "taken_away", ending, sentence: endingWords(noun)[ending].sentence };
  if (code === "signs_in") {
    return { ok: false, reason: code, sentence: `You shared this ${noun}: sign in with your account here.` };
  }
  const isUninvited = wasRefused || code === "no_invitation" || code === "no_collaboration";
  const isDeclined = reason === "cancelled" || code === "account_not_confirmed";
  return {
    ok: false, reason: wasRefused ? "taken_away" : isUninvited ? "not_invited" : isDeclined ? "declined" : "not_done",
    sentence: wasRefused ? takenAway(noun) : isUninvited ? `You were not invited to this ${noun}.`
      : isDeclined ? notOpened
        : code === "device_not_in_identity" ? "This device is not let in yet. Whoever shared it can let it in." : sentence,
  };
}

/**
 * @param {Prover} server
 * @param {string} collaborationID
 * @param {string} proof
 * @param {Shown} [person]
 * @returns {Promise<{ ok: true, value: Granted } | { ok: false, reason: "already_bound" | "bound_by_replacement",
 *   sentence: string } | { ok: false, reason: "try_again", isRefused: boolean }>}
 */
export async function submit(server, collaborationID, proof, person) {
  try {
    return { ok: true, value: await server.prove(collaborationID, JSON.parse(proof), person) };
  } catch (error) {
    const code = codeOf(error);
    if (code === "not_verified") return { ok: false, reason: "try_again", isRefused: true };
    if (["challenge_expired", "challenge_stale", "challenge_used", "challenge_invalid"].includes(code)) {
      return { ok: false, reason: "try_again", isRefused: false };
    }
    if (code !== "already_bound" && code !== "bound_by_replacement") throw error;
    return { ok: false, reason: code, sentence: "Your invitation is in use with another account of this app." };
  }
}
