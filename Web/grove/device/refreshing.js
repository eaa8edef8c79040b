import { lookUpAccount } from "../relay/account-routes.js";
import { readAccount } from "./accounts.js";
import { adopt } from "./chain-rules.js";
import { stored } from "./local-device.js";
import { MessengerError } from "./messenger-error.js";

/** @typedef {import("./device.js").Device} Device */

/**
 * Asks the relay about an account and takes over what joins the known history.
 *
 * @param {Device} device
 * @param {string} accountID
 * @returns {Promise<import("./accounts.js").KnownAccount>}
 * @throws {MessengerError} `contact_unknown`, `device_list_invalid`, `relay_unreachable`
 */
export async function refreshed(device, accountID) {
  const known = await stored(() => readAccount(device.store, accountID));
  let outcome = await askAbout(device, accountID, known?.chain.newest.seq ?? 0n);
  if (outcome === "whole_chain_needed") outcome = await askAbout(device, accountID, 0n);
  if (typeof outcome === "string") throw new MessengerError("device_list_invalid");
  return outcome;
}

/** @param {Device} device @param {string} accountID @param {bigint} from */
export async function askAbout(device, accountID, from) {
  const answer = await device.ask((relay) => lookUpAccount(relay, accountID, from))
    .catch((error) => {
      throw error.problem === "not_found" ? new MessengerError("contact_unknown") : error;
    });
  const { accountID: me, hooks, now } = device;
  await hooks.prepare?.();
  return device.change((records) =>
    adopt(records, answer, { accountID, from, now: now(), me, hooks }));
}
