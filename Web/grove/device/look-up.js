import { lookUpHandle } from "../relay/account-routes.js";
import { raise } from "./alarms.js";
import { loaded } from "./loading.js";
import { MessengerError } from "./messenger-error.js";
import { names } from "./names.js";
import { person } from "./people.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("./messenger-types.js").Person} Person
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
  let found;
  try {
    found = await device.ask((relay) => lookUpHandle(relay, handle));
  } catch (error) {
    const { problem, isTemporary } = /** @type {MessengerError} */ (error);
    if (problem === "not_found" || problem === "malformed") {
      throw new MessengerError("contact_unknown");
    }
    if (isTemporary && known) return person(device.local, known);
    throw error;
  }
  if (expecting && expecting !== found) throw new MessengerError("contact_changed");
  if (known && known !== found) {
    const alarm = { kind: /** @type {const} */ ("handle_moved"), accountID: known };
    await device.change((records) => raise(records, alarm, device.now()));
    throw new MessengerError("contact_changed");
  }
  await device.known(found);
  if (expecting) await letIn(device, found);
  return person(device.local, found);
}

/**
 * Who opens somebody's contact link knows them: they need not ask first.
 *
 * @param {Device} device
 * @param {string} account
 */
async function letIn(device, account) {
  if (account === device.accountID) return;
  const { admit } = await loaded(import("./requests.js"));
  await admit(device, { admit: [account] });
}
