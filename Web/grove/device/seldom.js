import { loaded } from "./loading.js";

/**
 * What a person does now and then: methods of `Messenger`, whose first parameter it is. They are loaded
 * with the first of them, and the modules that do it with each.
 *
 * @typedef {import("./messenger.js").Messenger} Messenger
 * @typedef {import("./messenger-types.js").Person} Person
 * @typedef {import("./messenger-types.js").ThreadItem} ThreadItem
 */

/** @param {Messenger} messenger */
const deviceOf = async (messenger) => (await messenger.connected()).device;

/** @param {Messenger} messenger */
const acting = async (messenger) => ({
  actions: await loaded(import("./conversation-actions.js")), device: await deviceOf(messenger),
});

/**
 * One round of receiving and sending. A relay that is away is no error.
 *
 * @param {Messenger} messenger
 * @returns {Promise<import("./messenger-types.js").SyncReport>}
 * @throws {MessengerError} `device_removed`, `store_unavailable`
 */
export async function sync(messenger) {
  const { sync } = await loaded(import("./one-round.js"));
  return sync(await deviceOf(messenger));
}

/**
 * The person behind a handle. Known people are found without a connection.
 *
 * @param {Messenger} messenger
 * @param {string} handle
 * @param {{ expecting?: string }} [options] the account of a contact link `…#a=<account>`
 * @returns {Promise<Person>}
 * @throws {MessengerError} `contact_unknown`, `contact_changed`, `relay_unreachable`
 */
export async function lookUp(messenger, handle, options) {
  const { lookUp } = await loaded(import("./look-up.js"));
  return lookUp(await deviceOf(messenger), handle, options?.expecting);
}

/**
 * Everybody this device knows, without this account, by name.
 *
 * @param {Messenger} messenger
 * @returns {Promise<Person[]>}
 */
export async function people(messenger) {
  const accounts = await messenger.local.store.list("account/");
  const found = [...accounts.values()].map(({ accountID }) => messenger.person(accountID));
  return (await Promise.all(found)).filter(({ isMe }) => !isMe)
    .sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * Takes a message that was not sent out of its conversation, once it was sent anew.
 *
 * @param {Messenger} messenger
 * @param {ThreadItem} item whose delivery failed; any other stays
 * @returns {Promise<void>}
 */
export async function discardFailed(messenger, item) {
  const { discardFailed } = await loaded(import("./failed-messages.js"));
  return discardFailed(messenger.local, item);
}

/**
 * Sends a copy of a file, at most 25 MiB.
 *
 * @param {Messenger} messenger
 * @param {string} conversationID
 * @param {Blob} file
 * @param {{ name?: string, text?: string }} [options] `name` defaults to the file's
 * @returns {Promise<ThreadItem>}
 * @throws {MessengerError} `limit_exceeded`, `not_a_member`, `conversation_unknown`
 */
export async function sendCopy(messenger, conversationID, file, options = {}) {
  const { sendCopy } = await loaded(import("./attachments.js"));
  const name = options.name ?? /** @type {File} */ (file).name ?? "file";
  const item = await sendCopy(
    await deviceOf(messenger), conversationID, file, { name, text: options.text ?? "" });
  messenger.flush();
  return /** @type {ThreadItem} */ (item);
}

/**
 * The opened file of an item.
 *
 * @param {Messenger} messenger
 * @param {ThreadItem} item
 * @returns {Promise<Blob>}
 * @throws {MessengerError} `item_unknown`, `attachment_invalid`, `relay_unreachable`
 */
export async function attachment(messenger, item) {
  const { open } = await loaded(import("./attachments.js"));
  return open(await deviceOf(messenger), item);
}

/**
 * Starts a conversation; without a connection it starts here.
 *
 * @param {Messenger} messenger
 * @param {{ members: string[], name?: string }} request handles, or account identifiers (43
 *   characters)
 * @returns {Promise<string>} conversationID
 * @throws {MessengerError} `contact_unknown`, `limit_exceeded`, what the relay refuses with
 */
export async function createConversation(messenger, request) {
  const { actions, device } = await acting(messenger);
  return actions.create(device, request);
}

/**
 * @param {Messenger} messenger
 * @param {string} id
 * @param {{ name?: string, add?: string[], remove?: string[] }} changes
 */
async function change(messenger, id, changes) {
  const { actions, device } = await acting(messenger);
  return actions.change(device, id, changes);
}

/**
 * @param {Messenger} messenger
 * @param {string} id
 * @param {string} name empty removes it
 * @returns {Promise<void>}
 */
export const renameConversation = (messenger, id, name) => change(messenger, id, { name });

/**
 * @param {Messenger} messenger
 * @param {string} id
 * @param {string[]} add handles or accounts
 * @returns {Promise<void>}
 */
export const addMembers = (messenger, id, add) => change(messenger, id, { add });

/**
 * @param {Messenger} messenger
 * @param {string} id
 * @param {string[]} remove handles or accounts
 * @returns {Promise<void>}
 */
export const removeMembers = (messenger, id, remove) => change(messenger, id, { remove });

/**
 * @param {Messenger} messenger
 * @param {string} id
 * @returns {Promise<void>}
 */
export const leave = (messenger, id) =>
  change(messenger, id, { remove: [messenger.local.accountID] });

/** @param {Messenger} messenger */
const asking = async (messenger) => ({
  requests: await loaded(import("./requests.js")), device: await deviceOf(messenger),
});

/**
 * Takes part in a conversation somebody unknown has put this account into. To decline is to leave.
 *
 * @param {Messenger} messenger
 * @param {string} id
 * @returns {Promise<void>}
 * @throws {MessengerError} `relay_unreachable`: this needs a connection, as what follows does
 */
export async function acceptRequest(messenger, id) {
  const { requests, device } = await asking(messenger);
  await requests.accept(device, id);
  messenger.flush();
}

/**
 * Whoever is blocked can neither add this account nor reach it; their requests are declined.
 *
 * @param {Messenger} messenger
 * @param {string} accountID
 */
export async function block(messenger, accountID) {
  const { requests, device } = await asking(messenger);
  await requests.admit(device, { block: [accountID] });
}

/** @param {Messenger} messenger @param {string} accountID */
export async function unblock(messenger, accountID) {
  const { requests, device } = await asking(messenger);
  await requests.admit(device, { unblock: [accountID] });
}

/** @param {Messenger} messenger @returns {Promise<string[]>} accounts */
export async function blocked(messenger) {
  const { requests, device } = await asking(messenger);
  return (await requests.admission(device)).blocked;
}

/**
 * @param {Messenger} messenger
 * @param {"ask" | "anybody"} policy `anybody`: nobody asks first; for programs
 */
export async function setRequestPolicy(messenger, policy) {
  const { requests, device } = await asking(messenger);
  await requests.admit(device, { policy });
}

/** @param {Messenger} messenger the person has read how much was missed */
export const missedSeen = (messenger) =>
  messenger.local.change(async (records) => records.put("counter/missedEntries", undefined));

/**
 * This account's devices as the relay sees them.
 *
 * @param {Messenger} messenger
 * @returns {Promise<{ deviceID: string, lastSeenAt: number, receivesUntil: number }[]>}
 */
export async function seenDevices(messenger) {
  const { ownDevices } = await loaded(import("../relay/admission-routes.js"));
  return (await deviceOf(messenger)).ask((relay) => ownDevices(relay));
}

/**
 * @param {Messenger} messenger
 * @param {string} id
 * @param {Blob | null} image PNG, JPEG or WebP, at most 256 KiB
 * @returns {Promise<void>}
 * @throws {MessengerError} `limit_exceeded`
 */
export async function setPhoto(messenger, id, image) {
  const { actions, device } = await acting(messenger);
  return actions.setPhoto(device, id, image);
}

/**
 * @param {Messenger} messenger
 * @param {string} id
 * @returns {Promise<Blob | null>} from here where this version is known
 */
export async function photo(messenger, id) {
  const { actions, device } = await acting(messenger);
  return actions.photo(device, id);
}

/**
 * @param {Messenger} messenger
 * @param {string} deviceID of this account
 * @returns {Promise<void>}
 * @throws {MessengerError} `item_unknown`, `last_device`
 */
export async function removeDevice(messenger, deviceID) {
  const { removeDevice } = await loaded(import("./own-devices.js"));
  return removeDevice(await deviceOf(messenger), deviceID);
}

/**
 * Takes the device that shows this code into the account.
 *
 * @param {Messenger} messenger
 * @param {string} text the code the new device shows
 * @param {{ onOffer?: (digits: string) => void, timeLimit?: number }} [options] `onOffer`: digits
 *   to show here; the new device shows the same. `timeLimit`: seconds, 600.
 * @returns {Promise<import("./messenger-types.js").DeviceSummary>}
 * @throws {MessengerError} `link_code_invalid`, `link_timed_out`, `link_refused`, …
 */
export async function linkDevice(messenger, text, options = {}) {
  const { linkDevice } = await loaded(import("./linking.js"));
  return linkDevice(await deviceOf(messenger), text, options);
}

/**
 * @param {Messenger} messenger
 * @param {string} accountID
 * @returns {Promise<string>} sixty digits in twelve groups
 */
export async function safetyNumber(messenger, accountID) {
  const { safetyNumber } = await loaded(import("../message/safety-number.js"));
  return (await safetyNumber(messenger.local.accountID, accountID)).join(" ");
}

/**
 * @param {Messenger} messenger
 * @returns {Promise<import("./messenger-types.js").Alarm[]>} oldest first
 */
export async function alarms(messenger) {
  const found = [...(await messenger.local.store.list("alarm/")).values()];
  return found.sort((one, other) => one.raisedAt - other.raisedAt);
}
