import { names } from "./names.js";

/**
 * @typedef {import("./local-device.js").LocalDevice} Device
 * @typedef {import("./messenger-types.js").Person} Person
 */

/**
 * @param {Device} device
 * @param {string} accountID
 * @returns {Promise<Person>} what is known here
 */
export async function person(device, accountID) {
  const isMe = accountID === device.accountID;
  const known = (await device.store.get(names.account(accountID))) ?? (isMe ? device.record : {});
  return personOf(known, accountID, isMe);
}

/**
 * @param {{ handle?: string, name?: string }} known
 * @param {string} accountID
 * @param {boolean} isMe
 * @returns {Person}
 */
const personOf = ({ handle = "", name }, accountID, isMe) =>
  ({ accountID, handle, name: name || handle || "Somebody", isMe });

/** @param {Device} device @returns {Promise<Person[]>} without this account, by name */
export async function everybody(device) {
  const accounts = [...(await device.store.list("account/")).values()];
  return accounts
    .filter(({ accountID }) => accountID !== device.accountID)
    .map((known) => personOf(known, known.accountID, false))
    .sort((one, other) => one.name.localeCompare(other.name));
}
