import { codeOf } from "../server/problem.js";

/** @type {Record<string, string>} */
const sentences = {
  unreachable: "The server cannot be reached. Check your connection.",
  unavailable: "The server cannot answer now. Try again in a moment.",
  outcome_unknown: "The server cannot say whether it did this. Look before you try again.",
  rate_limited: "That was too much at once. Wait a moment and try again.",
  unauthenticated: "You are signed out. Sign in again.",
  credentials_invalid: "The account name or the password is not right.",
  account_disabled: "This account is disabled. Ask whoever runs this server.",
  reset_invalid: "This link is not good any more. If you have used it, sign in; else ask for a new one.",
  code_invalid: "This code is not right, or not good any more. Make another one on your other device.",
  provider_unreachable: "The sign-in service cannot be reached now. Try again in a moment.",
  provider_invalid: "The sign-in service does not answer as it should.",
  account_taken: "Somebody has this account name already.",
  forbidden: "You may not do this.",
  not_found: "It is not here any more.",
  gone: "It was deleted.",
  read_only: "This recipe is shared to be read only.",
  comments_off: "Comments are switched off in this recipe.",
  mentions_off: "Mentions are switched off in this recipe.",
  limit_exceeded: "That is more than fits.",
  too_large: "That is more than fits.",
  malformed: "The server did not understand that.",
};

/** @param {unknown} error @returns {string} for the person */
export const sentenceOf = (error) => sentences[codeOf(error)] ?? "Something went wrong.";

/** @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/**
 * Invitations and not people: who was invited twice has come by one of them, and the app cannot know.
 *
 * @param {number} invited
 * @param {number} opened people who have come
 * @returns {string} said only where it may be so
 */
export const notOpened = (invited, opened) => `${counted(invited, "invitation")} not opened yet.${opened > 0
  ? " Among them may be somebody who is in it already." : ""}`;

/**
 * Who asks for access, for who decides: what they are called is what they say.
 *
 * @param {{ displayName: string }[]} knocks not none
 */
export const askingForAccess = (knocks) => `${knocks.length === 1 ? `${knocks[0].displayName} asks`
  : `${knocks.length} people ask`} for access. Anybody can choose any name.`;

/** @param {number} count how many ask for access @returns {string} as it stands where they have no names */
export const askForAccess = (count) => `${counted(count, "person asks", "people ask")} for access`;

/**
 * While the messenger stands in a window of its own: it may ask, open it at once, or refuse, and does not say which.
 *
 * @param {import("../sharing/nouns.js").Noun} noun
 */
export const askingMessenger = (noun) => `Look at your messenger: it opens this ${noun}, or says there why not.`;

/** The button that makes a code for another device, wherever it is named. */
export const makeCode = "Make a code";

/** @type {Record<string, string>} */
export const fieldTitles = {
  ingredients: "Ingredients", steps: "Steps", notes: "Notes", lines: "Lines that were added", comment: "Comment",
};

/** @param {string[]} names @returns {string} "Ada, Ben and Cleo" */
export const listed = (names) => names.length < 2 ? names.join("")
  : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/**
 * Who is signed in, for the person. The name of an account that an invitation made (protocol 8.9) is sixteen bytes that
 * nobody chose: it means something only once there is a password to sign in with.
 *
 * @param {import("../server/body-types.js").Me} me
 */
export const nameAndAccount = (me) => isNameOfUse(me) ? `${me.displayName} (${nameToSignIn(me)})` : me.displayName;

/** @param {import("../server/body-types.js").Me} me @returns {boolean} whether its name means something to whoever has it */
export const isNameOfUse = ({ isEnteredByProof, hasPassword }) => !isEnteredByProof || hasPassword !== false;

/** @param {import("../server/body-types.js").Me} me */
export const nameToSignIn = ({ account, signInName }) => signInName ?? account;

/**
 * @param {Partial<import("../server/body-types.js").Me>} me
 * @returns {string | undefined} for the person's own messenger to show; nothing where a proof has made the account and its
 *   name: what the person signs in with instead is nobody's business there
 */
export const shownAccount = ({ account, isEnteredByProof }) => isEnteredByProof ? undefined : account;
