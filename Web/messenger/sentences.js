/**
 * What codes are called on screens: plain sentences that say what to do.
 *
 * @type {Record<string, string>}
 */
export const problems = {
  account_not_confirmed: "You did not allow it.",
  attachment_invalid: "This file is damaged or was not meant for this device.",
  cancelled: "Cancelled.",
  contact_changed: "This handle now belongs to somebody else. Ask them before you write.",
  contact_unknown: "Nobody here has this handle. Check how it is written.",
  conversation_unknown: "This conversation is not on this device.",
  device_exists: "This browser already belongs to an account. Reload the page.",
  device_list_invalid: "The list of this person’s devices cannot be trusted. See Settings, Warnings.",
  device_removed: "This browser was removed from your account.",
  handle_taken: "Somebody already has this handle. Choose another.",
  internal_error: "Something went wrong here. Try again.",
  item_unknown: "It is not here any more.",
  last_device: "This is the only device that can change the list. Link another first.",
  limit_exceeded: "That is more than a message can hold.",
  link_code_invalid: "This is not a code of a new device. Copy all of it.",
  link_refused: "The other device did not accept. Begin again.",
  link_timed_out: "The other device did not answer in time. Begin again.",
  mailbox_full: "The mailbox there is full. It is tried again.",
  malformed: "Something in this is not as it should be. Check what you typed.",
  no_usable_device: "This person has no device that can take messages now.",
  not_a_member: "You are no longer in this conversation.",
  not_delivered: "It could not be delivered.",
  rate_limited: "That was too much at once. Wait a moment, then try again.",
  recovery_code_invalid: "This recovery code does not belong to this account. Check each group.",
  relay_answer_invalid: "The server answered something this page does not understand.",
  relay_refused: "The server refused it.",
  relay_unreachable: "The server cannot be reached. Check your connection, then try again.",
  request_pending: "Accept the request first.",
  store_unavailable: "This browser does not let the page keep anything. Leave private browsing.",
};

/** @param {string | undefined} code @returns {string} a sentence */
export const problemSentence = (code) =>
  problems[code ?? ""] ?? problems.relay_refused;

/**
 * What may be known of whatever was thrown.
 *
 * @param {unknown} error
 * @returns {{ code?: string, problem?: string, sentence?: string, words?: string, isTemporary?: boolean }}
 */
export const failureOf = (error) => Object(error);

/** @param {unknown} error @returns {string} a sentence */
export function errorSentence(error) {
  const { problem, code } = failureOf(error);
  return problems[problem ?? ""] ?? problems[code ?? ""] ?? problems.internal_error;
}

/** @typedef {import("../grove/rules/model/messenger-types.js").Delivery} Delivery */

/**
 * @param {Delivery} delivery
 * @param {boolean} isOnline
 * @param {boolean} [isRemoved] this device is no longer in its account
 */
export function deliverySentence({ state, reason }, isOnline, isRemoved = false) {
  if (state === "queued" && isRemoved) return "Not sent. This browser was removed from your account.";
  if (state === "queued") return isOnline ? "Sending…" : "Waiting for a connection";
  if (state === "sent") return "Sent";
  return state === "delivered" ? "Delivered" : `Not sent. ${problemSentence(reason)}`;
}

/**
 * @param {import("../grove/rules/model/messenger-types.js").Undelivery[]} undelivered
 * @param {(account: string) => string} nameOf
 */
export const undeliveredSentences = (undelivered, nameOf) =>
  undelivered.map(({ accountID, reason }) => `Not delivered to ${nameOf(accountID)}` +
    (reason === "mailbox_full" ? ": the mailbox there is full" : ""));

/**
 * @param {import("../grove/rules/model/messenger-types.js").Connection} connection
 * @param {number} waiting how many actions wait
 */
export function connectionSentence(connection, waiting) {
  if (connection === "signedOut") return "Removed from your account";
  const more = waiting === 0 ? "" : ` · ${waiting} waiting`;
  return { online: "Connected", connecting: "Connecting…", offline: "Offline" }[connection] + more;
}

/** @param {string[]} names @returns {string} "Ann", "Ann and Bob", "Ann, Bob and 3 others" */
export function listed(names) {
  if (names.length < 2) return names[0] ?? "nobody";
  if (names.length === 2) return `${names[0]} and ${names[1]}`;
  if (names.length === 3) return `${names[0]}, ${names[1]} and ${names[2]}`;
  return `${names[0]}, ${names[1]} and ${names.length - 2} others`;
}

/** @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {number} bytes */
export const sizeText = (bytes) =>
  bytes < 1000 ? `${bytes} bytes` : bytes < 999_500 ? `${Math.round(bytes / 1000)} kB`
    : `${(bytes / 1e6).toFixed(1)} MB`;

/** @param {string} address @returns {string} its host, or the whole where it is none */
export function hostOf(address) {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}

/** @param {string} sharer "You" for this account @returns {string} */
export const waitingFor = (sharer) => sharer === "You"
  ? "You shared it. Let this device in on the one you shared it from."
  : `${sharer} shared it. Waiting for ${sharer} to let this device in.`;
