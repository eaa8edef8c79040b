import { mayChangeDeviceList, takesPartInCollaborations } from "../message/device-entry.js";
import { nextStatement } from "../message/statement-signing.js";
import { publishStatement } from "../relay/account-routes.js";
import { MessengerError } from "../rules/model/messenger-error.js";

/**
 * @typedef {import("./device.js").Device} Device
 * @typedef {import("../message/device-entry.js").DeviceEntry} DeviceEntry
 */

/**
 * Takes a device out of the list: it can read and send nothing from then on.
 *
 * @param {Device} device
 * @param {string} deviceID
 * @throws {MessengerError} `item_unknown`; `last_device` where nobody else could change the list.
 */
export async function removeDevice(device, deviceID) {
  const { newest } = (await device.refreshed(device.accountID)).chain;
  if (!newest.device(deviceID)) throw new MessengerError("item_unknown");
  const rest = newest.devices.filter((entry) => entry.deviceID !== deviceID);
  if (!rest.some((entry) => entry.has(mayChangeDeviceList))) {
    throw new MessengerError("last_device");
  }
  await publish(device, newest, rest, []);
}

/**
 * Signs the next statement of this account, and takes it over as anybody would: from the relay.
 *
 * @param {Device} device
 * @param {import("../message/account-statement.js").AccountStatement} previous
 * @param {DeviceEntry[]} devices
 * @param {import("../message/signed-statement.js").Possession[]} possession
 */
export async function publish(device, previous, devices, possession) {
  const { recoveryKey } = previous;
  const statement = await nextStatement({
    previous, issuedAt: BigInt(device.now()), recoveryKey, devices, key: device.keys.identityKey,
    possession,
  });
  await device.ask((relay) => publishStatement(relay, statement));
  // A device that took itself out has nothing left to ask with.
  if (!devices.some(({ deviceID }) => deviceID === device.deviceID)) return;
  await device.refreshed(device.accountID);
}

/**
 * @param {DeviceEntry} entry
 * @param {string} thisDevice
 * @returns {import("../rules/model/messenger-types.js").DeviceSummary}
 */
export const summary = (entry, thisDevice) => ({
  deviceID: entry.deviceID, isThisDevice: entry.deviceID === thisDevice,
  mayChangeDeviceList: entry.has(mayChangeDeviceList),
  takesPartInCollaborations: entry.has(takesPartInCollaborations),
});
