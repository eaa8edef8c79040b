/** Set while a recovery code was made and nobody has said that they kept it. Never the code. */
export const unkeptCode = "grove.code-unkept";
/**
 * Set where this browser was added to an account there was: "linked", or "recovered". What was written before is not
 * here.
 */
export const cameLater = "grove.came-later";
/** The devices of this account that its person knows of, as far as this browser can tell. */
export const knownDevices = "grove.devices";
/** Set while this browser is to be told what is new when the messenger is closed. */
export const wakesClosed = "grove.wakes-closed";
