/**
 * What a device needs besides its store: keys, relay, messages. Loaded after the first picture.
 */
export * as attachments from "./attachments.js";
export * as actions from "./conversation-actions.js";
export { Device } from "./device.js";
export { Leader } from "./leader.js";
export { lookUp } from "./look-up.js";
export { flush } from "./outbox.js";
export { sealContents, sendNow } from "./sending.js";
export { prepare, sync } from "./sync.js";
