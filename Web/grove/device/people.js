import { names } from "./names.js";

/**
 * @param {import("./local-device.js").LocalDevice} device
 * @param {string} accountID
 * @returns {Promise<import("./messenger-types.js").Person>} what is known here
 */
export async function person(device, accountID) {
  const isMe = accountID === device.accountID;
  const known = (await device.store.get(names.account(accountID))) ?? (isMe ? device.record : {});
  const { handle = "", name } = known;
  return { accountID, handle, name: name || handle || "Somebody", isMe };
}
