/**
 * What a device needs besides its store: keys, relay, messages. Loaded after the first picture.
 */
export { Device } from "./device.js";
export { Leader } from "./leader.js";
export { flush } from "./outbox.js";
export { sendText } from "./send-text.js";
export { sendNow } from "./sending.js";
export { prepare } from "./sync.js";
