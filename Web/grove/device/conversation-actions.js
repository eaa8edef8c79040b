import { photo as fetchPhoto } from "../relay/conversation-routes.js";
import { freshID } from "./local-device.js";
import { lookUp } from "./account-look-up.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { flush } from "./outbox.js";
import { create as createRecord, enqueue } from "../rules/conversations/outbox-rules.js";

/**
 * @typedef {import("./device.js").Device} Device
 */

const maximumMembers = 256;
const maximumPhoto = 256 * 1024;

/**
 * @param {Device} device
 * @param {{ members: string[], name?: string }} request
 * @returns {Promise<string>}
 */
export async function create(device, { members, name }) {
  const accounts = [...new Set([...(await resolve(device, members)), device.accountID])];
  if (accounts.length > maximumMembers) throw new MessengerError("limit_exceeded");
  const conversationID = freshID();
  const now = device.now();
  const made = { conversationID, members: accounts, name: name || undefined };
  const entry = await device.change((records) => createRecord(records, made, now));
  await finish(device, entry);
  return conversationID;
}

/**
 * @param {Device} device
 * @param {string} conversationID
 * @param {{ name?: string, add?: string[], remove?: string[] }} change handles or accounts
 */
export async function change(device, conversationID, { name, add, remove }) {
  const operation = /** @type {const} */ ({
    kind: "change", conversationID, name, add: add && (await resolve(device, add)),
    remove: remove && (await resolve(device, remove)),
  });
  const now = device.now();
  const entry = await device.change((records) => enqueue(records, operation, now));
  await finish(device, entry);
}

/** @param {Device} device @param {string} conversationID @param {Blob | null} photo */
export async function setPhoto(device, conversationID, photo) {
  if (photo && photo.size > maximumPhoto) throw new MessengerError("limit_exceeded");
  const image = photo ? new Uint8Array(await photo.arrayBuffer()) : new Uint8Array();
  const operation = /** @type {const} */ ({ kind: "photo", conversationID, image });
  const now = device.now();
  const entry = await device.change((records) => enqueue(records, operation, now));
  await finish(device, entry);
}

/** @param {Device} device @param {string} id @returns {Promise<Blob | null>} */
export async function photo(device, id) {
  const { photoVersion } = (await device.store.get(names.conversation(id))) ?? {};
  if (photoVersion === undefined) return null;
  const known = await device.store.get(names.photo(id));
  if (known?.photoVersion === photoVersion) return new Blob([known.image]);
  const image = await device.ask((relay) => fetchPhoto(relay, id));
  await device.change((records) => records.put(names.photo(id), { photoVersion, image }));
  return new Blob([image]);
}

/**
 * @param {Device} device
 * @param {string[]} members handles, or accounts: 43 characters of base64url
 * @returns {Promise<string[]>} accounts, known here from now on
 */
async function resolve(device, members) {
  const accounts = [];
  for (const member of members) {
    if (!/^[A-Za-z0-9_-]{43}$/.test(member)) {
      accounts.push((await lookUp(device, member)).accountID);
      continue;
    }
    if (!(await device.store.get(names.account(member)))) await device.known(member);
    accounts.push(member);
  }
  return accounts;
}

/**
 * Tries at once. Queued is no failure; a refusal is the caller's to hear.
 *
 * @param {Device} device
 * @param {string} entry in the outbox
 */
async function finish(device, entry) {
  const refusal = (await flushed(device))?.refusals.get(entry);
  if (refusal) throw refusal;
}

/**
 * Sends what waits, for a moment: a relay that is slow goes on by itself.
 *
 * @param {Device} device
 */
export async function flushed(device) {
  const flushing = flush(device);
  flushing.catch(() => undefined);
  /** @type {Promise<undefined>} */
  const moment = new Promise((resolve) => setTimeout(() => resolve(undefined), 5000));
  return Promise.race([flushing, moment]);
}
