import { problems } from "./words.js";

/** What can go wrong where somebody begins, links, looks up or recovers, for what is loaded then. */
Object.assign(problems, {
  account_not_confirmed: "You did not allow it.",
  attachment_invalid: "This file is damaged or was not meant for this device.",
  cancelled: "Cancelled.",
  contact_changed: "This handle now belongs to somebody else. Ask them before you write.",
  contact_unknown: "Nobody here has this handle. Check how it is written.",
  device_exists: "This browser already belongs to an account. Reload the page.",
  handle_taken: "Somebody already has this handle. Choose another.",
  last_device: "This is the only device that can change the list. Link another first.",
  link_code_invalid: "This is not a code of a new device. Copy all of it.",
  link_refused: "The other device did not accept. Begin again.",
  link_timed_out: "The other device did not answer in time. Begin again.",
  recovery_code_invalid: "This recovery code does not belong to this account. Check each group.",
});

export * from "./words.js";

/** @param {number} bytes */
export const sizeWords = (bytes) =>
  bytes < 1000 ? `${bytes} bytes` : bytes < 999_500 ? `${Math.round(bytes / 1000)} kB`
    : `${(bytes / 1e6).toFixed(1)} MB`;
