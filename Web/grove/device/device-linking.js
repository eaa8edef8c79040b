import { encodeBase64URL, randomBytes } from "../encoding/encoding.js";
import { maximumDevices } from "../message/account-statement.js";
import { DeviceEntry } from "../message/device-entry.js";
import {
  checkComplete, checkOffer, checkPossession,
} from "../message/device-linking/device-link-check.js";
import {
  decodeDeviceLinkRequest, encodeDeviceLinkRequest,
} from "../message/device-linking/device-link-request.js";
import { accountDigits } from "../message/safety-number.js";
import { StatementChain } from "../message/statement-chain.js";
import { signPossession } from "../message/statement-signing.js";
import { lookUpAccount } from "../relay/account-routes.js";
import { RelayClient } from "../relay/relay-client.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { allFlags, newKeys, storeDevice } from "./sign-up.js";
import { publish, summary } from "./own-devices.js";
import { Rendezvous } from "./rendezvous.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("./sign-up.js").Home} Home
 */

/** @param {string} accountID */
const digitsOf = async (accountID) => (await accountDigits(accountID)).join(" ");

/**
 * Begins to make this browser a device of an account that exists (protocol 3.8): shows a code, waits
 * for the device that reads it, and joins when its person has compared the digits.
 *
 * @param {Home} home
 * @param {(digits: string) => Promise<boolean>} confirm asked once; nothing is signed before the
 *   person says so, because the relay carries the offer and could exchange it
 * @returns {Promise<{ text: string, done: Promise<import("../rules/model/stored-device.js").DeviceRecord>,
 *   cancel: () => void }>}
 */
export async function beginLinking(home, confirm) {
  const made = await newKeys(home);
  const { keys: { identityKey }, baseKey } = made;
  const request = {
    identityKey: identityKey.publicKey, baseKey: baseKey.publicKey,
    rendezvous: encodeBase64URL(randomBytes(16)),
  };
  const relay = new RelayClient(home.relayOrigin, undefined, home.environment.fetch);
  const meeting = new Rendezvous(relay, request.rendezvous, home.environment.now);
  return {
    text: encodeDeviceLinkRequest(request), done: join(home, made, request, meeting, confirm),
    cancel: () => meeting.cancel(),
  };
}

/**
 * @param {Home} home
 * @param {Awaited<ReturnType<typeof newKeys>>} made
 * @param {import("../message/device-linking/device-link-request.js").DeviceLinkRequest} request
 * @param {Rendezvous} meeting
 * @param {(digits: string) => Promise<boolean>} confirm
 */
async function join(home, made, request, meeting, confirm) {
  const { offer, entry } = await offered(meeting, request);
  const { accountID } = offer;
  if (!(await confirm(await digitsOf(accountID)))) throw new MessengerError("cancelled");
  // In the store before the account lists it: a device in the list without keys could do nothing.
  const account = { accountID, handle: "", name: "" };
  const record = await storeDevice(home, made, account, () => ({ kind: "linking" }));
  try {
    const { identityKey } = made.keys;
    const possession = await signPossession(entry, accountID, offer.prevHash, identityKey);
    await meeting.leave({ type: "possession", ...possession });
    const credentials = { accountID, deviceID: made.deviceID, identityKey };
    const client = new RelayClient(home.relayOrigin, credentials, home.environment.fetch);
    const { handle, name } = await completed(client, meeting, offer, entry);
    const named = { ...record, handle, name };
    await home.store.put(new Map([[names.device(), { ...named, pending: undefined }]]));
    return named;
  } catch (error) {
    // Where nobody answered it is unknown whether the list has this device; `open` finds out.
    if (error instanceof MessengerError && error.code === "link_refused") await home.store.clear();
    throw error;
  }
}

/**
 * @param {Rendezvous} meeting
 * @param {import("../message/device-linking/device-link-request.js").DeviceLinkRequest} request
 */
const offered = (meeting, request) => meeting.next(async (message) => {
  if (message.type !== "offer") return undefined;
  const answer = await checkOffer(message, request);
  return answer.ok ? { offer: message, entry: answer.value } : undefined;
});

/**
 * Waits until the other device says that it is done, and looks whether the account has this device.
 *
 * @param {RelayClient} client
 * @param {Rendezvous} meeting
 * @param {import("../message/device-linking/device-link-message.js").DeviceLinkMessage & { type: "offer" }}
 *   offer
 * @param {DeviceEntry} entry this device
 * @throws {MessengerError} `link_refused`
 */
async function completed(client, meeting, offer, entry) {
  const complete = await meeting.next(async (message) =>
    message.type === "complete" ? message : undefined);
  const answer = await lookUpAccount(client, offer.accountID);
  const chain = await StatementChain.verify(answer.statements);
  const isJoined = chain.ok && checkComplete(complete, offer, entry, chain.value).ok;
  if (!isJoined) throw new MessengerError("link_refused");
  return answer;
}

/**
 * Takes the device that shows this code into the account.
 *
 * @param {Device} device
 * @param {string} text the code
 * @param {{ onOffer?: (digits: string) => void, timeLimit?: number }} options
 * @returns {Promise<import("../rules/model/messenger-types.js").DeviceSummary>}
 */
export async function linkDevice(device, text, { onOffer, timeLimit = 600 }) {
  const request = readCode(text);
  const { chain } = await device.refreshed(device.accountID);
  const { newest, accountID } = chain;
  if (newest.devices.length >= maximumDevices) {
    throw new MessengerError("limit_exceeded", "an account has at most 32 devices");
  }
  const { identityKey, baseKey, rendezvous } = request;
  const entry = await DeviceEntry.of(allFlags, identityKey, baseKey);
  const meeting = new Rendezvous(device.relay, rendezvous, device.now, timeLimit);
  await meeting.leave({ type: "offer", accountID, prevHash: newest.hash, entry: entry.encoded });
  onOffer?.(await digitsOf(accountID));
  const possession = await meeting.next(async (message) => {
    if (message.type !== "possession") return undefined;
    const answer = await checkPossession(message, entry, accountID, newest.hash);
    return answer.ok ? answer.value : undefined;
  });
  await publish(device, newest, [...newest.devices, entry], [possession]);
  const statement = (await device.ownAccount()).chain.newest.reference;
  await meeting.leave({ type: "complete", accountID, statement });
  return summary(entry, device.deviceID);
}

/** @param {string} text */
function readCode(text) {
  try {
    return decodeDeviceLinkRequest(text);
  } catch {
    throw new MessengerError("link_code_invalid");
  }
}
