/**
 * What is stored of the device itself.
 *
 * @typedef {object} DeviceRecord which account at which relay this browser is a device of
 * @property {string} relayOrigin
 * @property {string} accountID
 * @property {string} deviceID
 * @property {string} handle empty until the relay has told it
 * @property {string} name how contacts see the person
 * @property {{ kind: "signUp", body: string } | { kind: "linking" }} [pending] the relay's answer
 *   has not been heard: see `settle` in device/sign-up.js
 *
 * @typedef {{ at: number, sender?: string, reason: string }} IgnoredEntry a mailbox entry that is not
 *   shown, with a stable code
 *
 * @typedef {{ accountID: string, deviceID: string, now: number }} Me this device, at one moment
 */

export {};
