import { mayChangeDeviceList, takesPartInCollaborations } from "../message/device-entry.js";

/** @typedef {import("../message/device-entry.js").DeviceEntry} DeviceEntry */

/**
 * @param {DeviceEntry} entry
 * @param {string} thisDevice
 * @returns {import("./messenger-types.js").DeviceSummary}
 */
export const summary = (entry, thisDevice) => ({
  deviceID: entry.deviceID, isThisDevice: entry.deviceID === thisDevice,
  mayChangeDeviceList: entry.has(mayChangeDeviceList),
  takesPartInCollaborations: entry.has(takesPartInCollaborations),
});
