/** Set while a recovery code was made and nobody has said that they kept it. Never the code. */
export const unkeptCode = "grove.code-unkept";
/** The devices of this account that its person knows of, as far as this browser can tell. */
export const knownDevices = "grove.devices";
