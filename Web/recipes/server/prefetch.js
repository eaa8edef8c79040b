import { placeOf } from "../app.js";

/**
 * What the page will ask for first, asked for while its script is still on the way: each question that waits for
 * something else to arrive is a whole way there and back. Answers are for whoever asks first, once.
 */

/** How many entries of a log one request asks for. */
export const pageLength = 500;

/** @param {string} documentID @returns {string} where a browser remembers up to where its snapshot reached */
const memoryOf = (documentID) => `recipes.snapshot.${documentID}`;

/** @returns {Map<string, Promise<Response>>} by address */
const waiting = () => (globalThis.prefetched ??= new Map());

/**
 * @param {Pick<Location, "pathname" | "hash">} location
 * @param {Pick<Storage, "getItem">} memory
 * @returns {string[]} the addresses that the page will ask first, for somebody who is signed in
 */
export function firstQuestions(location, memory) {
  const place = placeOf(location);
  const wanted = ["me"];
  if (place.kind === "list") wanted.push("documents");
  if (place.kind === "link") wanted.push(`collaborations/${encodeURIComponent(place.collaborationID)}`);
  if (place.kind === "recipe") {
    const document = `documents/${encodeURIComponent(place.documentID)}`;
    wanted.push(document, `${document}/snapshot`);
    const after = memory.getItem(memoryOf(place.documentID));
    // A newer snapshot makes the page ask again, from there on.
    if (after && /^\d+$/.test(after)) wanted.push(`${document}/events?after=${after}&limit=${pageLength}`);
  }
  return ["/config.json", ...wanted.map((one) => `/collab/v1/${one}`)];
}

/** Asks now. */
export function prefetch() {
  for (const address of firstQuestions(location, localStorage)) {
    const init = address === "/config.json" ? {} : { cache: /** @type {const} */ ("no-store") };
    const answer = fetch(address, init);
    answer.catch(() => {});
    waiting().set(address, answer);
  }
  // Later it would be old.
  setTimeout(forgetPrefetched, 10_000);
}

/** @param {string} address @returns {Promise<Response> | undefined} */
export function takePrefetched(address) {
  const answer = waiting().get(address);
  waiting().delete(address);
  return answer;
}

/** Somebody else may be signed in from here on. */
export const forgetPrefetched = () => waiting().clear();

/** @param {string} documentID @param {number} sequence up to where the newest snapshot reaches */
export function rememberSnapshot(documentID, sequence) {
  try {
    localStorage.setItem(memoryOf(documentID), String(sequence));
  } catch {
    // A full store, or none: then the log is asked for once the snapshot is there.
  }
}
