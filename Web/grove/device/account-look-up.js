import { lookUpAccount, lookUpHandle } from "../relay/account-routes.js";
import { raise } from "../rules/devices/alarm-rules.js";
import { adopt } from "../rules/devices/chain-rules.js";
import { readAccount } from "../rules/model/known-account.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { person } from "./conversations.js";
import { admit } from "./message-requests.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("../rules/model/messenger-types.js").Person} Person
 */

/**
 * @param {Device} device
 * @param {string} written
 * @param {string} [expecting] the account of a contact link (protocol 11.3)
 * @returns {Promise<Person>}
 * @throws {MessengerError} `contact_unknown`; `contact_changed` where the relay now gives the handle,
 *   or a contact link, to another account than the one known or expected.
 */
export async function lookUp(device, written, expecting) {
  const handle = written.trim().toLowerCase();
  if (handle === "") throw new MessengerError("contact_unknown");
  const known = await device.store.get(names.handle(handle));
  const found = await behind(device, handle, known);
  if (!found) return person(device.local, known ?? "");
  if (expecting && expecting !== found) throw new MessengerError("contact_changed");
  if (known && known !== found) {
    const now = device.now();
    const alarm = { kind: /** @type {const} */ ("handle_moved"), accountID: known };
    await device.change((records) => raise(records, alarm, now));
    throw new MessengerError("contact_changed");
  }
  await device.known(found);
  if (expecting) await letIn(device, found);
  return person(device.local, found);
}

/**
 * @param {Device} device
 * @param {string} handle
 * @param {string | undefined} known the account known here
 * @returns {Promise<string | undefined>} nothing where the relay is away and somebody is known
 */
async function behind(device, handle, known) {
  try {
    return await device.ask((relay) => lookUpHandle(relay, handle));
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    const { problem, isTemporary } = error;
    if (problem === "not_found" || problem === "malformed") {
      throw new MessengerError("contact_unknown");
    }
    if (isTemporary && known) return undefined;
    throw error;
  }
}

/**
 * Who opens somebody's contact link knows them: they need not ask first.
 *
 * @param {Device} device
 * @param {string} account
 */
async function letIn(device, account) {
  if (account === device.accountID) return;
  await admit(device, { admit: [account] });
}

/**
 * Asks the relay about an account and takes over what joins the known history.
 *
 * @param {Device} device
 * @param {string} accountID
 * @returns {Promise<import("../rules/model/known-account.js").KnownAccount>}
 * @throws {MessengerError} `contact_unknown`, `device_list_invalid`, `relay_unreachable`
 */
export async function refreshed(device, accountID) {
  const known = await device.look((records) => readAccount(records, accountID));
  const wanted = known?.wanted ?? 0n;
  let outcome = await askAbout(device, accountID, known?.chain.newest.seq ?? 0n, wanted);
  if (outcome === "whole_chain_needed") outcome = await askAbout(device, accountID, 0n, wanted);
  if (typeof outcome === "string") throw new MessengerError("device_list_invalid");
  return outcome;
}

/**
 * @param {Device} device
 * @param {string} accountID
 * @param {bigint} from
 * @param {bigint} [wanted] the newest statement that somebody had named before
 */
export async function askAbout(device, accountID, from, wanted) {
  const answer = await device.ask((relay) => lookUpAccount(relay, accountID, from))
    .catch((error) => {
      throw error.problem === "not_found" ? new MessengerError("contact_unknown") : error;
    });
  const { accountID: me, hooks } = device;
  const now = device.now();
  return device.change((records) => adopt(records, answer, { accountID, from, wanted, now, me, hooks }));
}
